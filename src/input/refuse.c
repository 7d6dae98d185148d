/* refuse.c - forms that are known but cannot be read, and what to do then; table file */

#include <stddef.h>
#include <stdint.h>

#include "ztrace/refuse.h"

#define TRANSFER "transfer the data set again in binary, by FTP with \"quote site rdw\" " \
	"or by Connect:Direct with RECFM=U"

const struct refusal refusals[] = {
	{ "packed by bzip2", refuse_bzip2, "unpack it first, with bzip2 -dc", false },
	{ "packed by xz", refuse_xz, "unpack it first, with xz -dc", false },
	{ "packed by zstd", refuse_zstd, "unpack it first, with zstd -dc", false },
	{ "packed by lz4", refuse_lz4, "unpack it first, with lz4 -dc", false },
	{ "packed by compress or pack", refuse_compress, "unpack it first, with gzip -dc", false },
	{ "a zip archive", refuse_zip, "unpack it first, with unzip -p", false },
	{ "a 7z archive", refuse_7z, "unpack it first, with 7z e -so", false },
	{ "a tar archive", refuse_tar, "unpack it first, with tar -xO -f", false },
	{ "tersed by AMATERSE (PACK)", refuse_pack,
	    "unpack it first, with AMATERSE or tersedecompress -b", false },
	{ "tersed by AMATERSE (SPACK)", refuse_spack,
	    "unpack it first, with AMATERSE or tersedecompress -b", false },
	{ "tersed", refuse_terse, "unpack it first, with TERSE or tersedecompress -b", false },
	{ "sent by TSO TRANSMIT (XMIT)", refuse_xmit,
	    "RECEIVE it on z/OS first, or extract the data set with an XMIT program", false },
	{ "a list of tape files (OMA, @TDF)", refuse_oma, "give the files that it names", false },
	{ "tape labels without a tape image", refuse_labels,
	    "the data set is in the next file of the tape", false },
	{ "ASCII tape labels", refuse_ascii_labels,
	    "GTF writes tapes with IBM standard labels; find out what wrote this one", true },
	{ "SMF records of Db2 (types 100 to 102)", refuse_db2_smf,
	    "these are whole records already; only GTF's need to be joined", true },
	{ "SMF records", refuse_smf, "give the data set that GTF wrote", true },
	{ "translated from EBCDIC to ASCII", refuse_text_mode,
	    "this cannot be undone; " TRANSFER, true },
	{ "binary data that was converted as UTF-8 text", refuse_utf8,
	    "this cannot be undone; " TRANSFER, true },
	{ "binary data that was converted from Latin-1 to UTF-8", refuse_latin1,
	    "undo it, with iconv -f UTF-8 -t ISO-8859-1", true },
	{ "records with RDWs, but not of GTF", refuse_not_gtf,
	    "give the data set that GTF wrote", true },
	{ "blocks of records, but not of GTF", refuse_block_not_gtf,
	    "give the data set that GTF wrote", true },
	{ "records with prefixes, but not of GTF", refuse_prefix_not_gtf,
	    "give the data set that GTF wrote", true },
	{ "lengths that do not count themselves", refuse_rdw_short,
	    "RDWs of z/OS do; " TRANSFER, true },
	{ "little-endian lengths", refuse_rdw_little,
	    "RDWs of z/OS are big-endian; " TRANSFER, true },
	{ "lengths with zeros before them", refuse_rdw_twisted,
	    "RDWs of z/OS have zeros behind; " TRANSFER, true },
	{ "lengths in ASCII digits", refuse_digits_ascii, TRANSFER, true },
	{ "lengths in EBCDIC digits", refuse_digits_ebcdic, TRANSFER, true },
	{ "a print of a file by xxd, od or hexdump", refuse_dump,
	    "give the file itself; xxd -r makes it of what xxd or od -A x -t x1 printed", true },
	{ "a print by od with offsets that are not hexadecimal", refuse_dump_offsets,
	    "print it again with od -A x -t x1", false },
	{ NULL, NULL, NULL, false }
};

enum {
	SHOWN = 32,		/* bytes of the head in the message */
	JUDGED = 4096		/* bytes that it is judged by */
};

/* Whether s is text: printable, line ends and such; in UTF-8, whose last character may be cut. */
static bool
is_text(struct span s)
{
	size_t i, more = 0;	/* bytes of a character to come */

	for (i = 0; i < s.n; i++) {
		uint8_t c = s.p[i];

		if (more > 0 && c >> 6 == 2)
			more--;
		else if (more == 0 && c >= 0xC2 && c <= 0xF4)
			more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
		else if (more > 0 || c == 0x7F || (c < 0x20 && (c < 0x09 || c > 0x0D)) || c > 0x7F)
			return false;
	}
	return true;
}

static size_t
count_ebcdic(struct span s)
{
	size_t i, n = 0;

	for (i = 0; i < s.n; i++)
		n += s.p[i] == 0x15 || s.p[i] == 0x25 || s.p[i] == 0x40 ||
		    (s.p[i] >= 0x4A && s.p[i] < 0xFA &&
		    (s.p[i] & 0x0F) <= 0x0D);
	return n;
}

/* Whether all values come nearly equally often, as in packed data. */
static bool
even(struct span s)
{
	size_t count[256] = { 0 }, i;
	uint64_t squares = 0;

	for (i = 0; i < s.n; i++)
		count[s.p[i]]++;
	for (i = 0; i < 256; i++)
		squares += (uint64_t)count[i] * count[i];
	return s.n == JUDGED && squares < 2 * (uint64_t)s.n * s.n / 256;
}

static const char *
guess(struct span s)
{
	if (span_zero(s))
		return "only zeros so far";
	if (is_text(s))
		return "text, but no print of records";
	if (count_ebcdic(s) >= s.n - s.n / 50)
		return "EBCDIC text, but no print of records";
	if (even(s))
		return "packed or encrypted by something unknown";
	return "perhaps encrypted, a dump of a volume by DFSMSdss or FDR, a "
	    "VSAM data set, or spoilt by a transfer in text mode";
}

void
refuse_unknown(struct head head, const struct container *const *list,
    struct buf *words)
{
	size_t i;

	buf_str(words, "not recognised, begins with ");
	buf_hex(words, span_first(head.s, SHOWN));
	buf_printf(words, " (%s); what is read, or tried with -f:",
	    guess(span_first(head.s, JUDGED)));
	for (i = 0; list[i] != NULL; i++)
		buf_printf(words, "%s %s", i > 0 ? "," : "", list[i]->name);
	buf_str(words, "; in any of:");
	for (i = 0; unwrappers[i] != NULL; i++)
		buf_printf(words, "%s %s", i > 0 ? "," : "", unwrappers[i]->name);
}
