/* script.c - tapes in words: see make_tape.h */
#include <check.h>
#include <stdio.h>	/* snprintf, sscanf */
#include <string.h>

#include "make_tape.h"
#include "ztrace/ebcdic.h"

enum { LABEL = 80, WORD = 64 };

static void
item_text(struct script_item *item, const char *text, size_t at)
{
	for (; *text != '\0'; text++, at++)
		item->bytes[at] = ebcdic_from_ascii(*text);
}

/* VOL1, HDR1=NAME@VOLUME#BLOCKS, HDR2=F and the like. */
static void
item_label(struct script_item *item, const char *word)
{
	char name[WORD] = "", number[16], format = 0;
	unsigned volume = 1, blocks = 0;
	const char *value = strchr(word, '=');
	const char *more;

	item->n = LABEL;
	memset(item->bytes, 0x40, LABEL);
	(void)snprintf(name, sizeof(name), "%.4s", word);
	item_text(item, name, 0);
	if (value == NULL)
		return;
	if (word[3] == '2') {
		format = value[1];
		(void)snprintf(name, sizeof(name), "%c0409604092", format);
		item_text(item, name, 4);
		return;
	}
	(void)snprintf(name, sizeof(name), "%.*s", (int)strcspn(value + 1, "@#"), value + 1);
	if ((more = strchr(value, '@')) != NULL)
		(void)sscanf(more + 1, "%u", &volume);
	if ((more = strchr(value, '#')) != NULL)
		(void)sscanf(more + 1, "%u", &blocks);
	item_text(item, name, 4);
	(void)snprintf(number, sizeof(number), "%04u0001", volume % 10000);
	item_text(item, number, 27);
	(void)snprintf(number, sizeof(number), "%06u", blocks % 1000000);
	item_text(item, number, 54);
	item_text(item, "IBM OS/VS 370", 60);
	(void)snprintf(number, sizeof(number), "%04u", blocks / 1000000 % 10000);
	item_text(item, number, 76);
}

/* A block with a BDW and two records of 16 bytes, each with a number in it. */
static void
item_records(struct script_item *item, uint8_t aid, unsigned n)
{
	static const uint8_t head[] = {
		0, 16, 0, 0, 0, 0x01, 0xa6, 0xe9, 0xc3, 0x3e, 0x28, 0xf7, 0, 0, 0x10, 0
	};
	size_t i, at = 4;

	for (i = 0; i < 2; i++, at += sizeof(head)) {
		memcpy(item->bytes + at, head, sizeof(head));
		item->bytes[at + 4] = aid;
		put_u16(item->bytes + at + 12, (uint16_t)n);
	}
	item->n = at;
	put_u16(item->bytes, (uint16_t)at);
}

/* Makes it a block of one record of n bytes, with zeros. */
static void
item_enlarge(struct script_item *item, size_t n)
{
	memset(item->bytes + 20, 0, sizeof(item->bytes) - 20);
	item->n = n;
	put_u16(item->bytes, (uint16_t)n);
	put_u16(item->bytes + 4, (uint16_t)(n - 4));
}

/* A block of what a letter stands for. */
static void
item_block(struct script_item *item, char letter, unsigned n)
{
	item->gtf = strchr("GZO", letter) != NULL;
	if (letter == 'C') {
		item->n = LABEL;
		memset(item->bytes, 0x40, LABEL);
		put_u16(item->bytes, (uint16_t)n);
		return;
	}
	item_records(item, item->gtf ? 0xff : 0x5e, n);
	if (letter == 'Z' || letter == 'O')
		item_enlarge(item, sizeof(item->bytes) - (letter == 'O'));
}

/* A word that is a number of the same letters. */
static bool
word_is_blocks(const char *word, size_t n)
{
	return strchr("GZOXC", word[0]) != NULL && strspn(word, (char[]){ word[0], 0 }) >= n;
}

static void
item_word(struct script_item *item, const char *word)
{
	if (strcmp(word, "TM") == 0) {
		item->what = SCRIPT_MARK;
	} else if (strcmp(word, "D") == 0) {
		item->what = SCRIPT_DAMAGE;
	} else if (strcmp(word, "0") == 0) {
		item->n = 0;
	} else if (strcmp(word, "ASCII") == 0) {
		item->n = LABEL;
		memset(item->bytes, ' ', LABEL);
		memcpy(item->bytes, "VOL1GTF001", 10);
	} else {
		ck_assert_msg(strlen(word) >= 4 && strchr("VHEU", word[0]) != NULL,
		    "no word of a tape: %s", word);
		item_label(item, word);
	}
}

bool
script_next(struct script *s, struct script_item *item)
{
	char word[WORD];
	size_t n;

	*item = (struct script_item){ .what = SCRIPT_BLOCK };
	if (s->repeat == 0) {
		s->left += strspn(s->left, " ");
		n = strcspn(s->left, " ");
		if (n == 0)
			return false;
		ck_assert_uint_lt(n, sizeof(word));
		(void)snprintf(word, sizeof(word), "%.*s", (int)n, s->left);
		s->left += n;
		if (!word_is_blocks(word, n)) {
			item_word(item, word);
			return true;
		}
		s->repeat = (unsigned)n;
		s->letter = word[0];
	}
	s->repeat--;
	item_block(item, s->letter, ++s->n);
	return true;
}
