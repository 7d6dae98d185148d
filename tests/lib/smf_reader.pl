# smf_reader.pl - reads Db2's SMF records by nothing but the rules of SMF, and fails for anything odd
#
# usage: perl smf_reader.pl plain|blocked WRITTEN FILE
#
# WRITTEN is how many records there must be. Prints one line: the file, how many records it has, and their IFCIDs.
#
#   0    2    4   5    6     10    14   18    22    24  28
#   LEN  0    FLG TYPE TIME  DATE  SID  SSID  STYPE 0   triplets ...      offsets count from LEN on
use strict;
use warnings;

my $LONGEST = 32756;
my $HEADER = 28;
my $SYSA = "\xE2\xE8\xE2\xC1";

# What Db2 writes as 100 (statistics) and 101 (accounting), and as which subtype; all else is 102.
my %TYPE = (
	1 => [100, 0], 2 => [100, 1], 202 => [100, 2], 230 => [100, 3], 225 => [100, 4],
	369 => [100, 5], 3 => [101, 0], 239 => [101, 1],
);

die "usage: smf_reader.pl plain|blocked WRITTEN FILE\n" unless @ARGV == 3;
my ($form, $written, $file) = @ARGV;
my $where = $file;

sub odd { die "$where: ", @_, "\n" }

sub read_file
{
	open my $in, '<:raw', $file or die "$file: $!\n";
	local $/;
	my $all = <$in>;
	close $in or die "$file: $!\n";
	return defined $all ? $all : '';
}

# Decimal digits of a packed number.
sub digits
{
	my ($hex) = @_;
	odd "date $hex is not packed" if $hex !~ /^[0-9]*$/;
	return $hex;
}

# 0cyydddF
sub check_date
{
	my ($hex) = unpack 'H8', $_[0];
	my ($century, $year, $day, $sign) = $hex =~ /^(..)(..)(...)(.)$/;
	$year = 1900 + 100 * digits($century) + digits($year);
	my $leap = $year % 4 == 0 && ($year % 100 != 0 || $year % 400 == 0);
	odd "date $hex has no such day" if digits($day) < 1 || $day > 365 + $leap;
	odd "date $hex has no sign F" if $sign ne 'f';
}

# The bytes of a section, all of which must lie in the record, behind the header. Length 0: each member has its own.
sub section
{
	my ($record, $offset, $length, $count) = @_;
	my $at = $offset;
	odd "section at $offset lies in the header" if $offset < $HEADER;
	for (1 .. $count) {
		my $n = $length;
		if ($length == 0) {
			odd "member at $at begins beyond the end" if $at + 2 > length $record;
			$n = 2 + unpack 'n', substr $record, $at, 2;
		}
		$at += $n;
		odd "section at $offset ends beyond the end" if $at > length $record;
	}
	return substr $record, $offset, $at - $offset;
}

sub triplet
{
	my ($record, $k) = @_;
	my $at = $HEADER + 8 * $k;
	odd "triplet $k lies beyond the end" if $at + 8 > length $record;
	return unpack 'N n n', substr $record, $at, 8;
}

# The standard header, which the first triplet leads to; gives the IFCID.
sub check_sections
{
	my ($record) = @_;
	my $product = section($record, triplet($record, 0));
	my ($length, $type, $manager, $ifcid, $sections) = unpack 'n C C n C', $product;
	odd 'no standard header' if !defined $sections || $type != 1 || $length > length $product;
	odd 'standard header counts no sections' if $sections < 1;
	for my $k (1 .. $sections - 1) {
		my ($offset, $members, $count) = triplet($record, $k);
		section($record, $offset, $members, $count) if $offset != 0 && $count != 0;
	}
	return $ifcid;
}

sub check_record
{
	my ($record) = @_;
	my ($length, $segment, $flags, $type, $time, $date, $system, $subsystem, $subtype, $rest) =
	    unpack 'n n C C N a4 a4 a4 n N', $record;
	odd "flags are $flags" if $flags != 0x5E;
	odd "$time is no time of a day" if $time >= 24 * 3600 * 100;
	check_date($date);
	odd 'another system ID' if $system ne $SYSA;
	odd 'no subsystem ID' if $subsystem =~ /^[\x00\x40]*$/;
	odd "bytes 24 to 27 are $rest" if $rest != 0;
	my $ifcid = check_sections($record);
	my ($wanted, $wanted_subtype) = @{ $TYPE{$ifcid} || [102, 0] };
	odd "IFCID $ifcid is type $type, subtype $subtype"
	    if $type != $wanted || $subtype != $wanted_subtype;
	return $ifcid;
}

my $all = read_file();
my ($at, $n, %seen) = (0, 0);
while ($at < length $all) {
	$n++;
	$where = sprintf '%s: record %d at 0x%x', $file, $n, $at;
	my $block;
	if ($form eq 'blocked') {
		odd 'block descriptor is cut' if $at + 4 > length $all;
		($block, my $zero) = unpack 'n n', substr $all, $at, 4;
		odd 'block descriptor has more than a length' if $zero != 0;
		$at += 4;
	}
	odd 'header is cut' if $at + $HEADER > length $all;
	my ($length, $segment) = unpack 'n n', substr $all, $at, 4;
	odd "length is $length" if $length < $HEADER || $length > $LONGEST;
	odd "segment descriptor is $segment" if $segment != 0;
	odd "block of $block bytes, record of $length" if defined $block && $block != $length + 4;
	odd 'record is cut' if $at + $length > length $all;
	$seen{ check_record(substr $all, $at, $length) }++;
	$at += $length;
}
$where = $file;
odd "$n records, but $written were written" if $n != $written;
print "$file: records $n", (map { ", IFCID $_ ($seen{$_})" } sort { $a <=> $b } keys %seen), "\n";
