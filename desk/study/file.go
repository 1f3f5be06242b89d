package study

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/filelock"
)

// header is the beginning of a file of exercises.
const header = `# Exercises of a player's errors, made by gammonlab study add. docs/study.md says how
# they are asked, docs/suites.md has the format.
`

// firstNumber is the number of the first exercise in a file.
const firstNumber = 101

// Lock locks the file of exercises until the returned function is called, so that no
// other process adds exercises or answers. It does nothing if the file does not exist.
func Lock(path string) (release func(), err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return func() {}, nil
	}
	if err != nil {
		return nil, err
	}
	if err := filelock.Lock(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return func() { file.Close() }, nil
}

// IsFile reports whether a file begins with the header of exercises, or contains
// exercises.
func IsFile(path string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	title, _, _ := strings.Cut(header, "\n")
	if bytes.HasPrefix(data, []byte(title)) {
		return true
	}
	_, err = Read(path, bytes.NewReader(data))
	return err == nil
}

// Create writes exercises to the file at path, which it replaces, and numbers them.
func Create(path string, all []Exercise) error {
	release, err := Lock(path)
	if err != nil {
		return err
	}
	defer release()
	return write(path, nil, firstNumber, all)
}

// Append adds exercises to the file at path, which it creates if it does not exist, and
// numbers them. The existing content does not change.
func Append(path string, more []Exercise) error {
	release, err := Lock(path)
	if err != nil {
		return err
	}
	defer release()
	there, err := LoadIfThere(path)
	if err != nil {
		return err
	}
	next := firstNumber
	if n := len(there); n > 0 {
		next = there[n-1].Number + 1
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return write(path, old, next, more)
}

// write writes exercises after the old text, with numbers from next.
func write(path string, old []byte, next int, more []Exercise) error {
	text := bytes.NewBuffer(old)
	switch {
	case len(old) == 0:
		text.WriteString(header)
	case !bytes.HasSuffix(old, []byte("\n")):
		text.WriteByte('\n')
	}
	for i := range more {
		e := &more[i]
		_, rest, _ := strings.Cut(e.Text, " ")
		e.Number, e.Text = next+i, fmt.Sprintf("%d %s", next+i, rest)
		if err := e.Write(text); err != nil {
			return err
		}
	}
	if _, err := Read(path, bytes.NewReader(text.Bytes())); err != nil {
		return fmt.Errorf("what would be written: %w", err)
	}
	return atomicfile.WriteFile(path, text.Bytes())
}

// LoadIfThere is [Load], but returns no exercises if the file does not exist.
func LoadIfThere(path string) ([]Exercise, error) {
	all, err := Load(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}
