package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"gammonlab/internal/identity"
)

// Suffix is the end of a journal's path, which begins with the path of the unfinished
// output.
const Suffix = ".part"

// Kind is a format of frames.
type Kind struct {
	Name    string // such as "rollout"
	Version int

	// Kernel, if not nil, returns an error if the work cannot resume after frames that were
	// computed with kernels of the class; see [identity.Compare].
	Kernel func(class string) error
}

// magic returns the first line of a file.
func (k *Kind) magic() string { return fmt.Sprintf("gammonlab %s %d\n", k.Name, k.Version) }

// head returns the beginning of a file: the first line and the identity.
func (k *Kind) head(identity any) ([]byte, error) {
	object, err := json.Marshal(identity)
	if err != nil {
		return nil, err
	}
	return appendFrame([]byte(k.magic()), object)
}

// check returns an error unless the first bytes of a file are of this kind. It accepts a
// file with only a part of the first line.
func (k *Kind) check(first []byte) error {
	magic := k.magic()
	if bytes.HasPrefix(first, []byte(magic)) || strings.HasPrefix(magic, string(first)) {
		return nil
	}
	line, _, _ := strings.Cut(string(first), "\n")
	if number, ok := strings.CutPrefix(line, "gammonlab "+k.Name+" "); ok {
		if version, err := strconv.Atoi(number); err == nil {
			return fmt.Errorf("made by another version of this program: format %d, want %d", version, k.Version)
		}
	}
	return fmt.Errorf("not a gammonlab file of the kind %q: it starts with %.40q, want %q", k.Name, first, magic)
}

// compare returns an error for frames of other settings.
func (k *Kind) compare(found, want []byte) error {
	if bytes.Equal(found, want) {
		return nil
	}
	if err := identity.Compare(found, want, k.Kernel); err != nil {
		return fmt.Errorf("a gammonlab file of the kind %q %w", k.Name, err)
	}
	return nil
}
