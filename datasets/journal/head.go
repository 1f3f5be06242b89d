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

	"gammonlab/board"
	"gammonlab/internal/identity"
	"gammonlab/nets/kernel"
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

// checkHead returns where the frames of a file begin and whether it is still to be
// begun, and refuses one of other work.
func checkHead(file io.ReaderAt, want []byte) (start int64, fresh bool, err error) {
	got, err := io.ReadAll(io.LimitReader(readFrom(file, 0), maxHead))
	if err != nil {
		return 0, false, err
	}
	switch {
	case bytes.HasPrefix(got, want):
		return int64(len(want)), false, nil
	case bytes.HasPrefix(want, got): // new, or killed at once
		return int64(len(want)), true, nil
	case !bytes.HasPrefix(got, []byte(magic)):
		return 0, false, fmt.Errorf("in the way: it begins with %.40q, want %q of unfinished work", got, magic)
	}
	start, err = compareHeads(got[len(magic):], want[len(magic):])
	return start, false, err
}

// compareHeads returns where the frames begin behind a head that is not byte for
// byte the one wanted, and refuses that of other work. Both are given without the
// magic.
func compareHeads(got, want []byte) (start int64, err error) {
	gotLine, gotSum, _ := bytes.Cut(got, []byte("\n"))
	wantLine, _, _ := bytes.Cut(want, []byte("\n"))
	sum := crc32.Update(crc32.Checksum([]byte(magic), castagnoli), castagnoli, append(slices.Clone(gotLine), '\n'))
	sumLine := fmt.Appendf(nil, "%08x\n", sum)
	if !bytes.HasPrefix(gotSum, sumLine) {
		return 0, errors.New("damaged: its head has another checksum than it says; remove the file to begin again")
	}
	if err := identity.Compare(gotLine, wantLine, kernel.CheckClass); err != nil {
		return 0, fmt.Errorf("of unfinished work %w; finish that or remove the file", err)
	}
	return int64(len(magic) + len(gotLine) + 1 + len(sumLine)), nil
}
