package generate

import (
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/internal/plaintext"
)

// readList makes items from the lines of a list.
func (in *inputs) readList(name string, sum hash.Hash, each func(*item) error) error {
	source := SourceText("list", name)
	file := in.stdin
	if name == stdinName {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		name, source = "standard input", "list standard input"
	} else {
		var err error
		if file, err = os.Open(name); err != nil {
			return err
		}
		defer file.Close()
	}
	note(sum, "list", filepath.Base(name))
	it := &item{kind: piece}
	scored := 0
	err := eachPosition(summed(file, sum), name, in.variant, func(row *datasets.Row, inMatch bool) error {
		if inMatch {
			scored++
		}
		in.noteWeights(sum, name, row.HasWeight())
		it.spots = append(it.spots, spot{pos: row.Position, source: source, weight: row.Weight})
		if len(it.spots) < pieceLen {
			return nil
		}
		full := it
		it = &item{kind: piece}
		return each(full)
	})
	if err == nil && scored > 0 && sum != nil && in.warn != nil {
		in.warn(fmt.Errorf("%s: %s the score of a match, which a database does not keep", name, plaintext.Counted(scored, "position has", "positions have")))
	}
	if err != nil || len(it.spots) == 0 {
		return err
	}
	return each(it)
}

// maxLine bounds the lines of a list, to limit memory if the file is not a list.
const maxLine = 4096

// eachPosition calls do with a row for each position of a list, and whether it is of a match. A
// line has a text without blanks that [board.ParsePosition] reads. After a blank it may have the
// weight, on all lines or on none. Blank lines and lines that begin with # are skipped.
func eachPosition(r io.Reader, name string, v board.Variant, do func(row *datasets.Row, inMatch bool) error) error {
	lines := plaintext.NewLines(r, name, maxLine)
	var weighting datasets.Weighting
	for {
		text, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if text = strings.TrimSpace(text); lines.Number == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" || text[0] == '#' {
			continue
		}
		row, inMatch, err := parseLine(text, v)
		if err == nil {
			err = weighting.Check(&row)
		}
		if err != nil {
			return lines.Fault(err)
		}
		if err := do(&row, inMatch); err != nil {
			return err
		}
	}
}

// parseLine reads a line that is not blank, and reports whether its position is of a match.
func parseLine(text string, v board.Variant) (row datasets.Row, inMatch bool, err error) {
	words := strings.Fields(text)
	if len(words) > 2 {
		return row, false, fmt.Errorf("%d words, want a position and optionally its weight", len(words))
	}
	x, _, err := board.ParsePosition(words[0], v)
	row, inMatch = datasets.NewRow(x.Position), x.Match.Length > 0
	if err != nil || len(words) == 1 {
		return row, inMatch, err
	}
	if row.Weight, err = datasets.ParseWeight(words[1]); err != nil {
		err = fmt.Errorf("the weight is %w", err)
	}
	return row, inMatch, err
}
