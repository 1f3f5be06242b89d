package record

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// knownFormats names the formats for errors.
const knownFormats = "want .mat, SGF, .xg or another format of records"

// gzipMark begins what gzip compressed.
const gzipMark = "\x1f\x8b"

// otherFiles names files that users give by mistake, by their first bytes.
var otherFiles = []struct{ mark, name string }{
	{"%pdf", "a PDF document"},
	{"pk\x03\x04", "a ZIP archive: unpack it first"},
	{gzipMark, "compressed by gzip: unpack it first"},
	{"bzh", "compressed by bzip2: unpack it first"},
	{"\xfd7zxz", "compressed by xz: unpack it first"},
	{"7z\xbc\xaf", "a 7-Zip archive: unpack it first"},
	{"rar!", "a RAR archive: unpack it first"},
	{"\x89png", "a PNG picture"},
	{"\xff\xd8\xff", "a JPEG picture"},
	{"gif8", "a GIF picture"},
	{"bm", "a bitmap picture"},
	{"\xd0\xcf\x11\xe0", "an old Office document"},
	{"sqlite format 3", "an SQLite database"},
	{"par1", "a Parquet file"},
	{"{\\rtf", "an RTF document"},
	{"<!doctype html", "an HTML page"},
	{"<html", "an HTML page"},
	{"<", "XML or HTML"},
	{"{", "JSON"},
	{"[{", "JSON"},
}

// kindOfFile returns what a file seems to be by its first bytes, "" for text.
func kindOfFile(head []byte) string {
	if len(head) == 0 {
		return "empty"
	}
	start := firstText(head)
	for _, other := range otherFiles {
		n := len(other.mark)
		if len(start) >= n && bytes.EqualFold(start[:n], []byte(other.mark)) && (other.mark != "bm" || bytes.IndexByte(head, 0) >= 0) {
			return other.name
		}
	}
	utf16 := bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF"))
	if !utf16 && bytes.IndexByte(head, 0) >= 0 {
		return "a binary file of an unknown format"
	}
	return ""
}

// readUnknown reads a file without marks as a .mat file, whose header may stand far from
// the beginning. If it is none, the error says what the file seems to be.
func readUnknown(name string, r io.Reader) (*Match, error) {
	in := bufio.NewReaderSize(r, HeadSize)
	head, err := in.Peek(HeadSize)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if kind := kindOfFile(head); kind != "" {
		return nil, fmt.Errorf("%s: the file is %s, %s", name, kind, knownFormats)
	}
	m, err := ReadMat(name, in)
	if err != nil && m == nil {
		err = fmt.Errorf("%w; the file has no marks of another format either, %s", err, knownFormats)
	}
	return m, err
}
