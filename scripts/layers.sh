#!/bin/sh
# layers.sh - fails when a source file or a header includes from a floor above its own (see LAYERS)
set -eu
cd "$(dirname "$0")/.."

find include src -name '*.[ch]' 2>/dev/null | sort | awk '
function complain(text)
{
	print "layers: " text
	bad = 1
}

# The room of a module is where its .c file is, or what LAYERS says of its header.
function room_of(module)
{
	return module in declared ? declared[module] : module in room ? room[module] : ""
}

function where(folder)
{
	return folder " (floor " floor[folder] ")"
}

function read_layers(    line, n, part, i, floors)
{
	while ((getline line < "LAYERS") > 0) {
		sub(/#.*/, "", line)
		n = split(line, part)
		if (n == 0)
			continue
		if (part[1] == "header") {
			sub(/\.h$/, "", part[2])
			declared[part[2]] = part[3]
			continue
		}
		floors++
		for (i = 1; i <= n; i++)
			floor[part[i]] = floors
	}
	if (floors == 0)
		complain("LAYERS lists no folders")
}

# Holds one #include of a file that stands in the room "from" against the floors.
function judge(file, number, from, module,    to)
{
	to = room_of(module)
	if (to == "" || to == from || !(from in floor) || !(to in floor) || floor[to] < floor[from])
		return
	complain(file ":" number ": " where(from) " must not include ztrace/" module ".h of " where(to) \
	    (floor[to] == floor[from] ? ": rooms on one floor do not know each other" : ""))
}

function read_file(file, from,    line, number, name)
{
	while ((getline line < file) > 0) {
		number++
		if (line !~ /^[ \t]*#[ \t]*include[ \t]*"/)
			continue
		name = line
		sub(/^[^"]*"/, "", name)
		sub(/".*/, "", name)
		if (name !~ /^ztrace\/[^\/]*\.h$/) {
			complain(file ":" number ": includes \"" name "\", but headers are only in include/ztrace")
			continue
		}
		sub(/^ztrace\//, "", name)
		sub(/\.h$/, "", name)
		judge(file, number, from, name)
	}
	close(file)
}

{
	files[NR] = $0
	n = split($0, part, "/")
	name = part[n]
	sub(/\.[ch]$/, "", name)
	if ($0 ~ /^src\/.*\.h$/)
		complain($0 ": headers are only in include/ztrace")
	else if ($0 ~ /^src\//) {
		folder = $0
		sub(/\/[^\/]*$/, "", folder)
		if (name in room)
			complain($0 ": there is a " room[name] "/" name ".c already; a module has its name alone")
		room[name] = folder
		folders[folder] = 1
	}
}

END {
	read_layers()
	for (folder in folders)
		if (!(folder in floor))
			complain(folder ": not in LAYERS")
	for (i = 1; i <= NR; i++) {
		n = split(files[i], part, "/")
		name = part[n]
		sub(/\.[ch]$/, "", name)
		if (files[i] ~ /^include\// && room_of(name) == "")
			complain(files[i] ": no src/*/" name ".c; if that is right, LAYERS needs \"header " name ".h FOLDER\"")
		read_file(files[i], files[i] ~ /^include\// ? room_of(name) : room[name])
	}
	exit bad
}'
