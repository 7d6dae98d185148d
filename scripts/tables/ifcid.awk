# ifcid.awk - src/db2/ifcid_table.c from ifcid.tsv

BEGIN {
	FS = "\t"
	print "/* ifcid_table.c - what is known of each IFCID; table file"
	print " *"
	print " * Made by scripts/mk_tables.sh from scripts/tables/ifcid.tsv: change that."
	print " */"
	print "#include \"ztrace/db2.h\""
	print ""
	print "const struct ifcid ifcids[] = {"
}

/^#/ || NF == 0 { next }

NF != 5 || $2 !~ /^10[012]\.[0-9]$/ || $3 !~ /^(read|recalled)$/ || $5 ~ /["\\]/ {
	print "ifcid.tsv:" FNR ": not number, smf, source, classes, title" > "/dev/stderr"
	bad = 1
	next
}

{
	split($2, smf, ".")
	row = sprintf("%s\t[%d] = { %d, %d, %d, %s \"%s\",", rows ? ",\n" : "", $1, $1, smf[1], smf[2], \
	    $3 == "read" ? "false," : "true, ", $5)
	classes = sprintf("\"%s\" }", $4 == "-" ? "" : $4)
	printf "%s%s%s", row, (length(row) + length(classes) > 90 ? "\n\t    " : " "), classes
	rows++
}

END {
	print "\n};"
	print ""
	print "const size_t ifcids_count = sizeof(ifcids) / sizeof(ifcids[0]);"
	exit bad
}
