package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Load reads the record in a file; see [Read]. Of a file with several matches, the path
// names one with its number, as in two.mat#2.
func Load(path string) (*Match, error) {
	return oneMatch(path, nil, func(path string, _ io.Reader) ([]*Match, error) { return LoadAll(path) })
}

// LoadAll reads all records in a file; see [ReadAll]. If the path has the number of a
// match, as in two.mat#2, it reads this one only.
func LoadAll(path string) ([]*Match, error) {
	name, number := Numbered(path)
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadNumbered(path, number, file)
}

// Stdin is the path that stands for standard input on command lines.
const Stdin = "-"

// TitleOf returns the name of a record in messages, given its path, which may be [Stdin].
func TitleOf(path string) string {
	if path == Stdin {
		return "standard input"
	}
	return path
}

// ReadPath is [LoadAll], or for [Stdin] [ReadAll] from in.
func ReadPath(path string, in io.Reader) ([]*Match, error) {
	if path == Stdin {
		return ReadAll(TitleOf(path), in)
	}
	return LoadAll(path)
}

// ReadMatch reads the match in a file, or for [Stdin] from in. Of a file with several matches,
// the path names one with its number, as in two.mat#2; without a number, the result is the first
// one with a [SeveralError]. With another error, the match is nil or has what was read up to the
// fault.
func ReadMatch(path string, in io.Reader) (*Match, error) {
	match, err := oneMatch(path, in, ReadPath)
	var several *SeveralError
	if path == Stdin && errors.As(err, &several) {
		return nil, fmt.Errorf("%s has %d matches: write them to a file, whose matches have names such as two.mat#1", TitleOf(path), several.Matches)
	}
	return match, err
}

// Numbered splits the number of a match, from 1, from the path of its file. The number is
// 0 if the path has none, or if there is a file with the whole path as its name.
func Numbered(path string) (file string, number int) {
	at := strings.LastIndexByte(path, '#')
	if at < 0 {
		return path, 0
	}
	n, err := strconv.Atoi(path[at+1:])
	if err != nil || n < 1 {
		return path, 0
	}
	if _, err := os.Stat(path); err == nil {
		return path, 0
	}
	return path[:at], n
}

// ReadNumbered reads the match with a number, from 1, of a file; 0 stands for all matches.
// Errors call the file by the name.
func ReadNumbered(name string, number int, r io.Reader) ([]*Match, error) {
	all, err := ReadAll(name, r)
	switch {
	case number == 0:
		return all, err
	case number < len(all):
		return all[number-1 : number], nil // a fault is in the last match
	case number == len(all):
		return all[number-1:], err
	case err != nil:
		return nil, err
	}
	return nil, fmt.Errorf("%s: the file has %d matches", name, len(all))
}

// NameOf returns the name of a match in a file with the given number of matches; index
// counts from 0.
func NameOf(path string, index, matches int) string {
	if matches == 1 {
		return path
	}
	return fmt.Sprintf("%s#%d", path, index+1)
}

// SeveralError is the error of reading one match from a file that has several.
type SeveralError struct {
	Name    string // of the file
	Matches int    // number of matches in the file
}

func (e *SeveralError) Error() string {
	return fmt.Sprintf("%s: the file has %d matches, want the name of one, from %[1]s#1 to %[1]s#%[2]d", e.Name, e.Matches)
}

// IsSeveral reports whether an error is a [SeveralError].
func IsSeveral(err error) bool {
	var several *SeveralError
	return errors.As(err, &several)
}
