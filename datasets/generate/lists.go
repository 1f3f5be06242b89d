package generate

import (
	"bufio"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
	"gammonlab/datasets"
)

// readList makes items of the lines of a list.
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
	first := true
	err := eachPosition(summed(file, sum), name, in.variant, func(pos board.Position, weight float32) error {
		if first {
			in.noteWeights(sum, name, weight == weight)
			first = false
		}
		it.spots = append(it.spots, spot{pos: pos, source: source, weight: weight})
		if len(it.spots) < pieceLen {
			return nil
		}
		full := it
		it = &item{kind: piece}
		return each(full)
	})
	if err != nil || len(it.spots) == 0 {
		return err
	}
	return each(it)
}

// maxLine bounds the lines of a list, to limit memory if the file is not a list.
const maxLine = 4096

// eachPosition calls do with the positions of a list and their weights, NaN for none:
// per line one position ID, optionally with a colon and a match ID, or XGID, and after a
// blank the weight, on all lines or on none. It skips blank lines and those that begin
// with #.
func eachPosition(r io.Reader, name string, v board.Variant, do func(board.Position, float32) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	first := listLine{}
	for lines.Scan() {
		n++
		text := strings.TrimSpace(lines.Text())
		if n == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" || text[0] == '#' {
			continue
		}
		line, err := parseLine(text, v)
		if err == nil && first.number == 0 {
			first, first.number = line, n
		}
		if err == nil {
			err = line.checkWeighted(&first)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if err := do(line.pos, line.weight); err != nil {
			return err
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d: longer than %d bytes", name, n+1, maxLine)
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// listLine is a line of a list.
type listLine struct {
	number int
	pos    board.Position
	weight float32 // NaN for none
}

// parseLine reads a line that is not blank.
func parseLine(text string, v board.Variant) (line listLine, err error) {
	words := strings.Fields(text)
	if len(words) > 2 {
		return line, fmt.Errorf("%d words, want a position and optionally its weight", len(words))
	}
	line.weight = float32(math.NaN())
	if line.pos, err = parsePosition(words[0], v); err != nil || len(words) == 1 {
		return line, err
	}
	if line.weight, err = datasets.ParseWeight(words[1]); err != nil {
		return line, fmt.Errorf("the weight is %w", err)
	}
	return line, nil
}

// checkWeighted returns an error unless both lines have a weight, or none.
func (l *listLine) checkWeighted(first *listLine) error {
	has, want := l.weight == l.weight, first.weight == first.weight
	switch {
	case want && !has:
		return fmt.Errorf("no weight, but the position of line %d has one", first.number)
	case has && !want:
		return fmt.Errorf("the weight is %v, but the position of line %d has none", l.weight, first.number)
	}
	return nil
}

func parsePosition(text string, v board.Variant) (board.Position, error) {
	if strings.HasPrefix(text, "XGID=") || strings.Count(text, ":") > 1 {
		x, err := board.ParseXGID(text, v)
		return x.Position, err
	}
	id, matchID, hasMatch := strings.Cut(text, ":")
	if hasMatch {
		if _, err := board.ParseMatchID(matchID); err != nil {
			return board.Position{}, err
		}
	}
	return board.ParseID(id, v)
}
