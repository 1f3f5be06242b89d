package board

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// Dice throws two dice, again and again.
type Dice interface {
	// Roll returns the next roll, or an error when there is none to be had.
	Roll() (Roll, error)
}

// OpeningRoll returns the first roll of a game. Each side throws one die and
// the higher begins, so a double is thrown again.
func OpeningRoll(d Dice) (Roll, error) {
	for {
		if roll, err := d.Roll(); err != nil || !roll.Double() {
			return roll, err
		}
	}
}

// RandomDice are fair dice. One goroutine at a time may throw them.
type RandomDice struct {
	src rand.Source
}

// NewDice returns fair dice that draw on the source: the same source in the
// same state gives the same rolls.
func NewDice(src rand.Source) *RandomDice { return &RandomDice{src} }

// Roll returns the next roll, dice in the order thrown. It never fails and
// allocates nothing.
func (d *RandomDice) Roll() (Roll, error) { return d.Next(), nil }

// Next is [RandomDice.Roll] without the error, for callers that know the dice.
func (d *RandomDice) Next() Roll {
	// 36 throws divide 252 evenly: a byte beyond would favour some, and the next
	// of the eight bytes of the draw takes its place.
	for {
		for bits, left := d.src.Uint64(), 8; left > 0; bits, left = bits>>8, left-1 {
			if b := uint8(bits); b < 252 {
				return Roll{b%6 + 1, b/6%6 + 1}
			}
		}
	}
}

// ErrNoRolls is what [FileDice] wrap into their error when the file is used up.
var ErrNoRolls = errors.New("no more rolls")

// FileDice read their rolls from a text: two digits each, such as 31, with
// blanks or newlines between; the rest of a line from # on is a comment.
type FileDice struct {
	name   string
	lines  *bufio.Scanner
	line   int
	fields []string // of the line, still to come
	count  int      // rolls given out
}

// NewFileDice returns dice that read r as they are thrown. The name stands for
// r in errors.
func NewFileDice(name string, r io.Reader) *FileDice {
	return &FileDice{name: name, lines: bufio.NewScanner(r)}
}

// Roll returns the next roll of the text. Its errors name the text and the
// line; at the end of the text the error is [ErrNoRolls], wrapped.
func (d *FileDice) Roll() (Roll, error) {
	for len(d.fields) == 0 {
		if !d.lines.Scan() {
			return Roll{}, d.end()
		}
		d.line++
		text, _, _ := strings.Cut(d.lines.Text(), "#")
		d.fields = strings.Fields(text)
	}
	roll, err := ParseRoll(d.fields[0])
	if err != nil {
		return Roll{}, fmt.Errorf("%s:%d: %w", d.name, d.line, err)
	}
	d.fields = d.fields[1:]
	d.count++
	return roll, nil
}

func (d *FileDice) end() error {
	if err := d.lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", d.name, d.line+1, err)
	}
	return fmt.Errorf("%s:%d: %w after %d", d.name, d.line, ErrNoRolls, d.count)
}
