package generate

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/datasets"
	"gammonlab/engine/spots"
	"gammonlab/internal/digest"
)

// inputs are the files with positions.
type inputs struct {
	Files
	variant board.Variant
	stdin   *os.File    // copy of standard input
	warn    func(error) // receives errors of damaged match records with KeepGoing, and which lists have scores
	notice  func(string)
	sum     digest.Sum
	count   int64 // number of items

	weighted datasets.WeightedFiles
}

// pieceLen is the number of positions of a list or database in one item.
const pieceLen = 256

// stdinName is the name of standard input among the lists.
const stdinName = "-"

// openInputs reads every file once, so that errors are found before the work begins. The
// files must not change until the work is done.
func openInputs(ctx context.Context, s *Settings) (*inputs, error) {
	in := &inputs{Files: s.Files, variant: s.Variant, warn: s.Warn, notice: s.Notice, sum: digest.New()}
	if err := in.spool(s); err != nil {
		return nil, err
	}
	for _, err := range in.items(ctx, in.sum) {
		if err != nil {
			in.close()
			return nil, err
		}
		in.count++
	}
	return in, nil
}

// spool copies standard input, if it is one of the lists, to a temporary file, because
// lists are read twice.
func (in *inputs) spool(s *Settings) error {
	times := 0
	for _, name := range s.Lists {
		if name == stdinName {
			times++
		}
	}
	switch {
	case times == 0:
		return nil
	case times > 1:
		return errors.New("standard input occurs twice among the lists")
	}
	f, err := os.CreateTemp("", "gammonlab-positions-*")
	if err != nil {
		return err
	}
	in.stdin = f
	if _, err := io.Copy(f, s.Stdin); err != nil {
		in.close()
		return fmt.Errorf("standard input: %w", err)
	}
	return nil
}

func (in *inputs) close() {
	if in.stdin != nil {
		in.stdin.Close()
		os.Remove(in.stdin.Name())
		in.stdin = nil
	}
}

// digest returns the digest of all files, "" if there are none.
func (in *inputs) digest() string {
	if len(in.Records)+len(in.Lists)+len(in.Databases) == 0 {
		return ""
	}
	return fmt.Sprintf("%d match files, %d lists, %d databases, sha256 %s",
		len(in.Records), len(in.Lists), len(in.Databases), in.sum)
}

// items yields the items of all files, in order, up to the first error. It adds the
// contents to sum, if sum is not nil.
func (in *inputs) items(ctx context.Context, sum hash.Hash) func(yield func(*item, error) bool) {
	return func(yield func(*item, error) bool) {
		for _, reader := range []struct {
			names []string
			read  func(name string, sum hash.Hash, each func(*item) error) error
		}{{in.Records, in.readMatch}, {in.Lists, in.readList}, {in.Databases, in.readDatabase}} {
			for _, name := range reader.names {
				err := reader.read(name, sum, func(it *item) error {
					switch {
					case ctx.Err() != nil:
						return ctx.Err()
					case !yield(it, nil):
						return errStop
					}
					return nil
				})
				switch {
				case errors.Is(err, errStop):
					return
				case err != nil:
					yield(nil, err)
					return
				}
			}
		}
	}
}

// errStop is returned when no more items are needed.
var errStop = errors.New("stop")

// note adds a text to the sum of the contents.
func note(sum hash.Hash, text ...string) {
	if sum != nil {
		fmt.Fprintf(sum, "%q\n", text)
	}
}

// summed returns a reader of r that adds all bytes read to the sum.
func summed(r io.Reader, sum hash.Hash) io.Reader {
	if sum == nil {
		return r
	}
	return io.TeeReader(r, sum)
}

// noteWeights records whether a file has weights. It does so only when the files are read
// for the first time.
func (in *inputs) noteWeights(sum hash.Hash, name string, weighted bool) {
	if sum != nil {
		in.weighted.Add(name, weighted)
	}
}

// readMatch makes an item from each game of a match record.
func (in *inputs) readMatch(name string, sum hash.Hash, each func(*item) error) error {
	matches, err := in.loadMatches(name, sum)
	if err != nil {
		if err = in.passOver(sum, err); err != nil {
			return err
		}
	}
	for i, match := range matches {
		if err := in.eachGame(match, record.NameOf(name, i, len(matches)), sum, each); err != nil {
			return err
		}
	}
	return nil
}

// eachGame makes an item from each game of a match.
func (in *inputs) eachGame(match *record.Match, name string, sum hash.Hash, each func(*item) error) error {
	if match.Rules.Variant != in.variant {
		return in.passOver(sum, fmt.Errorf("%s: a match of %v, want %v", name, match.Rules.Variant, in.variant))
	}
	if sum != nil && in.notice != nil {
		for _, n := range match.Notices {
			in.notice(fmt.Sprintf("%s: %v", name, n))
		}
	}
	for game := range match.Games {
		it, err := gameItem(match, game, SourceText("match", name))
		if err != nil {
			if err = in.passOver(sum, fmt.Errorf("%s: %w", name, err)); err != nil {
				return err
			}
		}
		if err := each(it); err != nil {
			return err
		}
	}
	return nil
}

// loadMatches reads the matches of a file. With an error, they are those before the fault.
func (in *inputs) loadMatches(name string, sum hash.Hash) ([]*record.Match, error) {
	file, number := record.Numbered(name)
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	note(sum, "match", filepath.Base(name))
	in.noteWeights(sum, name, false)
	return record.ReadNumbered(name, number, summed(f, sum))
}

// gameItem makes an item from a game, up to the first illegal action.
func gameItem(match *record.Match, game int, source string) (*item, error) {
	it := &item{kind: matchGame}
	for s, err := range spots.OfGame(match, game) {
		switch {
		case err != nil:
			return it, err
		case !s.NotDoubled: // the position of the following roll is the same
			it.spots = append(it.spots, spot{pos: s.Position, match: &s.Match, roll: s.Match.Dice, source: source})
		}
	}
	return it, nil
}

// passOver handles an error of a match record: without KeepGoing it returns the error;
// otherwise it passes it to warn, only when the files are read for the first time.
func (in *inputs) passOver(sum hash.Hash, err error) error {
	if !in.KeepGoing {
		return &DamagedError{err}
	}
	if sum != nil && in.warn != nil {
		in.warn(err)
	}
	return nil
}

// DamagedError is the error of a match record that KeepGoing passes over.
type DamagedError struct{ Err error }

func (e *DamagedError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the record.
func (e *DamagedError) Unwrap() error { return e.Err }

// SourceText returns the source of rows from a file: its kind, such as match, and the
// last part of its path.
func SourceText(kind, name string) string {
	const most = 200 // bytes
	base := strings.ToValidUTF8(filepath.Base(name), "?")
	for len(base) > most {
		runes := []rune(base)
		base = string(runes[:len(runes)-1])
	}
	return kind + " " + base
}

// readDatabase makes items from the rows of a database.
func (in *inputs) readDatabase(name string, sum hash.Hash, each func(*item) error) error {
	db, err := datasets.Open(name)
	if err != nil {
		return err
	}
	defer db.Close()
	if v := db.Meta().Variant; v != in.variant {
		return fmt.Errorf("%s: a database of %v, want %v", name, v, in.variant)
	}
	note(sum, "database", filepath.Base(name))
	if db.Len() > 0 {
		in.noteWeights(sum, name, db.Weighted())
	}
	it := &item{kind: piece}
	for row, err := range datasets.Rows(db) {
		if err != nil {
			return err
		}
		it.spots = append(it.spots, spot{pos: row.Position, source: row.Source, weight: row.Weight})
		if sum != nil {
			key := row.Position.Key()
			sum.Write(key[:])
			note(sum, row.Source)
			if row.HasWeight() {
				note(sum, number(float64(row.Weight)))
			}
		}
		if len(it.spots) == pieceLen {
			if err := each(it); err != nil {
				return err
			}
			it = &item{kind: piece}
		}
	}
	if len(it.spots) > 0 {
		return each(it)
	}
	return nil
}
