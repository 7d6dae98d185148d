# pairs.awk - src/db2/pairs_table.c from pairs.tsv

BEGIN {
	FS = "\t"
	print "/* pairs_table.c - IFCIDs that are the begin and the end of one thing; table file"
	print " *"
	print " * Made by scripts/mk_tables.sh from scripts/tables/pairs.tsv: change that."
	print " */"
	print "#include \"ztrace/pairs.h\""
	print ""
	print "const struct pair pairs[] = {"
}

/^#/ || NF == 0 { next }

NF != 5 || $3 !~ /^(once|nests)$/ || $4 !~ /^(read|recalled)$/ || $5 ~ /["\\]/ || $1 * 65536 + $2 <= last {
	print "pairs.tsv:" FNR ": not begin, end, kind, source, name, in order" > "/dev/stderr"
	bad = 1
	next
}

{
	last = $1 * 65536 + $2
	printf "%s\t{ %3d, %3d, %s %s \"%s\" }", rows++ ? ",\n" : "", $1, $2, \
	    $3 == "nests" ? "true, " : "false,", $4 == "recalled" ? "true, " : "false,", $5
}

END {
	print "\n};"
	print ""
	print "const size_t pairs_count = sizeof(pairs) / sizeof(pairs[0]);"
	exit bad
}
