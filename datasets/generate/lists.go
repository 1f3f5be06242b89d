package generate

import (
	"bufio"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gammonlab/board"
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
	err := eachPosition(summed(file, sum), name, in.variant, func(pos board.Position) error {
		it.spots = append(it.spots, spot{pos: pos, source: source})
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

// eachPosition calls do with the positions of a list: one position ID, optionally with
// a colon and a match ID, or XGID per line. It skips blank lines and those that begin
// with #.
func eachPosition(r io.Reader, name string, v board.Variant, do func(board.Position) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		text := strings.TrimSpace(lines.Text())
		if n == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" || text[0] == '#' {
			continue
		}
		pos, err := parsePosition(text, v)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if err := do(pos); err != nil {
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

// readStarts reads a list of positions from which games begin.
func readStarts(r io.Reader, name string, v board.Variant) ([]board.Position, error) {
	var starts []board.Position
	err := eachPosition(r, name, v, func(pos board.Position) error {
		if pos.Result() != 0 {
			return fmt.Errorf("%s: the game of position %s is over", name, pos.ID())
		}
		starts = append(starts, pos)
		return nil
	})
	if err == nil && len(starts) == 0 {
		err = fmt.Errorf("%s: no positions", name)
	}
	return starts, err
}
