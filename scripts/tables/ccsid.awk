# ccsid.awk - src/base/ccsid_table.c from ccsid.tsv

BEGIN {
	FS = "\t"
	print "/* ccsid_table.c - coded character sets of one byte a character; table file"
	print " *"
	print " * Made by scripts/mk_tables.sh from scripts/tables/ccsid.tsv: change that."
	print " */"
	print "#include \"ztrace/ccsid.h\""
	print ""
	print "const struct ccsid ccsids[] = {"
}

/^#/ || NF == 0 { next }

NF != 3 || $1 !~ /^[0-9]+$/ || $2 !~ /^[0-9A-F]0$/ || split($3, point, " ") != 16 || $3 ~ /[^0-9A-F ]/ {
	print "ccsid.tsv:" FNR ": not ccsid, byte, sixteen points" > "/dev/stderr"
	bad = 1
	next
}

$2 == "00" { print (rows++ ? "\t} } },\n" : "") "\t{ " $1 ", { {" }

{
	for (i = 1; i <= 16; i += 8) {
		line = "\t\t"
		for (j = i; j < i + 8; j++)
			line = line "0x" point[j] "," (j < i + 7 ? " " : "")
		print line
	}
}

END {
	print "\t} } }"
	print "};"
	print ""
	print "const size_t ccsids_count = sizeof(ccsids) / sizeof(ccsids[0]);"
	exit bad
}
