package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

	// Old contains other beginnings of files of earlier versions. First lines with the
	// name and a lower version are always recognized.
	Old []string

	// Convert, if not nil, reads the whole file of an earlier version and adds its
	// content as frames of this version; it must not change a frame after it has added it.
	// Convert refuses a file with another identity. Without Convert, files of earlier
	// versions are refused.
	Convert func(file []byte, add func(frame []byte) error) error
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

// errEarlier is the error for a file of an earlier version.
var errEarlier = errors.New("made by an earlier version of this program: delete it and start again")

// check returns an error unless the first bytes of a file are of this kind. It accepts a
// file with only a part of the first line. It returns errEarlier for a file of an earlier
// version.
func (k *Kind) check(first []byte) error {
	magic := k.magic()
	if bytes.HasPrefix(first, []byte(magic)) || strings.HasPrefix(magic, string(first)) {
		return nil
	}
	if slices.ContainsFunc(k.Old, func(old string) bool { return bytes.HasPrefix(first, []byte(old)) }) {
		return errEarlier
	}
	line, _, _ := strings.Cut(string(first), "\n")
	if number, ok := strings.CutPrefix(line, "gammonlab "+k.Name+" "); ok {
		if version, err := strconv.Atoi(number); err == nil && version > k.Version {
			return fmt.Errorf("made by a later version of this program: format %d, want %d", version, k.Version)
		} else if err == nil {
			return errEarlier
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
