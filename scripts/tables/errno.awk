# errno.awk - src/le/le_errno_table.c from errno.tsv

BEGIN {
	FS = "\t"
	print "/* le_errno_table.c - names of z/OS error numbers; table file"
	print " *"
	print " * Made by scripts/mk_tables.sh from scripts/tables/errno.tsv: change that."
	print " */"
	print "#include \"ztrace/le_errno.h\""
	print ""
	print "const struct le_errno le_errnos[] = {"
}

/^#/ || NF == 0 { next }

NF != 3 || $1 !~ /^[0-9]+$/ || $2 !~ /^E[A-Z0-9]+$/ || $3 !~ /^(read|header|one)$/ || $1 <= last {
	print "errno.tsv:" FNR ": not number (rising), name, source" > "/dev/stderr"
	bad = 1
	next
}

{
	last = $1 + 0
	printf "%s\t{ %4d, \"%s\" }", rows ? ",\n" : "", $1, $2
	rows++
}

END {
	print "\n};"
	print ""
	print "const size_t le_errnos_count = sizeof(le_errnos) / sizeof(le_errnos[0]);"
	exit bad
}
