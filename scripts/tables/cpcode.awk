# cpcode.awk - src/vm/cpcode_table.c from cpcode.tsv

BEGIN {
	FS = "\t"
	print "/* cpcode_table.c - trace codes of z/VM's CP; table file"
	print " *"
	print " * Made by scripts/mk_tables.sh from scripts/tables/cpcode.tsv: change that."
	print " */"
	print "#include \"ztrace/cpcode.h\""
	print ""
	print "const struct cpcode cpcodes_built_in[] = {"
}

/^#/ || NF == 0 { next }

NF != 5 || $1 !~ /^[0-9A-Fx][0-9A-Fx][0-9A-Fx][0-9A-Fx](-[0-9A-F][0-9A-F][0-9A-F][0-9A-F])?$/ || /["\\]/ {
	print "cpcode.tsv:" FNR ": not code, meaning, words, source, certainty" > "/dev/stderr"
	bad = 1
	next
}

{
	printf "%s\t{ \"%s\", \"%s\", \"%s\",\n\t    \"%s\", \"%s\" }", rows++ ? ",\n" : "", $1, $2, $3, $4, $5
}

END {
	print "\n};"
	print ""
	print "const size_t cpcodes_built_in_count ="
	print "    sizeof(cpcodes_built_in) / sizeof(cpcodes_built_in[0]);"
	exit bad
}
