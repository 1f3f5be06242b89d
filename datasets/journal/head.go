package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"

	"gammonlab/board"
)

const magic = "gammonlab unfinished database 1\n"

// variantKey is the setting that the journal adds itself: rows cannot be read
// without it.
const variantKey = "variant"

// maxHead bounds what is read of a file to find out why its head is another.
const maxHead = 1 << 20

// newHead returns the beginning of a journal: a line of its own, the settings as
// a line of JSON and a line with the checksum of both.
func newHead(v board.Variant, settings map[string]string) ([]byte, error) {
	all := map[string]string{variantKey: v.String()}
	maps.Copy(all, settings)
	line, err := json.Marshal(all) // in the order of the keys
	if err != nil {
		return nil, err
	}
	head := fmt.Appendf(nil, "%s%s\n", magic, line)
	head = fmt.Appendf(head, "%08x\n", crc32.Checksum(head, castagnoli))
	if len(head) > maxHead {
		return nil, fmt.Errorf("settings of %d bytes, want at most %d", len(head), maxHead)
	}
	return head, nil
}

// checkHead reports whether the file is still to be begun, and refuses one with
// another head.
func checkHead(file io.ReaderAt, want []byte) (fresh bool, err error) {
	got, err := io.ReadAll(io.LimitReader(readFrom(file, 0), maxHead))
	if err != nil {
		return false, err
	}
	switch {
	case bytes.HasPrefix(got, want):
		return false, nil
	case bytes.HasPrefix(want, got): // new, or killed at once
		return true, nil
	case !bytes.HasPrefix(got, []byte(magic)):
		return false, fmt.Errorf("in the way: it begins with %.40q, want %q of unfinished work", got, magic)
	}
	return false, whatDiffers(got[len(magic):], want[len(magic):])
}

// whatDiffers names the settings that are not those wanted.
func whatDiffers(got, want []byte) error {
	gotLine, gotSum, _ := bytes.Cut(got, []byte("\n"))
	wantLine, _, _ := bytes.Cut(want, []byte("\n"))
	sum := crc32.Update(crc32.Checksum([]byte(magic), castagnoli), castagnoli, append(slices.Clone(gotLine), '\n'))
	var found, wanted map[string]string
	if !bytes.HasPrefix(gotSum, fmt.Appendf(nil, "%08x\n", sum)) || json.Unmarshal(gotLine, &found) != nil {
		return errors.New("damaged: its head has another checksum than it says; remove the file to begin anew")
	}
	if err := json.Unmarshal(wantLine, &wanted); err != nil {
		return err
	}
	keys := slices.Sorted(maps.Keys(found))
	for key := range wanted {
		if _, ok := found[key]; !ok {
			keys = append(keys, key)
		}
	}
	var differences []string
	for _, key := range keys {
		if found[key] != wanted[key] {
			differences = append(differences, fmt.Sprintf("%s %.200q, want %.200q", key, found[key], wanted[key]))
		}
	}
	slices.Sort(differences)
	return fmt.Errorf("of unfinished work with other settings (%s): finish that with its own or remove the file",
		strings.Join(differences, "; "))
}
