package board

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// Dice returns rolls of two dice.
type Dice interface {
	// Roll returns the next roll, or an error if there is none.
	Roll() (Roll, error)
}

// OpeningRoll returns the first roll of a game. Each side throws one die and
// the higher die begins, so doubles are rolled again.
func OpeningRoll(d Dice) (Roll, error) {
	for {
		if roll, err := d.Roll(); err != nil || !roll.Double() {
			return roll, err
		}
	}
}

// RandomDice are fair dice. They are not safe for concurrent use.
type RandomDice struct {
	src rand.Source
}

// NewDice returns fair dice that read random numbers from src. A source in the
// same state gives the same rolls.
func NewDice(src rand.Source) *RandomDice { return &RandomDice{src} }

// Roll returns the next roll, dice in the order thrown. It never fails and does
// not allocate.
func (d *RandomDice) Roll() (Roll, error) { return d.Next(), nil }

// Next is [RandomDice.Roll] without the error.
func (d *RandomDice) Next() Roll {
	// There are 36 rolls, and 36 divides 252. A byte of 252 or more would favour some
	// rolls, so it is skipped for the next of the draw's eight bytes.
	for {
		for bits, left := d.src.Uint64(), 8; left > 0; bits, left = bits>>8, left-1 {
			if b := uint8(bits); b < 252 {
				return Roll{b%6 + 1, b/6%6 + 1}
			}
		}
	}
}

// ErrNoRolls is wrapped by the error that [FileDice] return after their last
// roll.
var ErrNoRolls = errors.New("no more rolls")

// FileDice read rolls from a text: two digits each, such as 31, separated by
// blanks or newlines. The rest of a line from # on is a comment.
type FileDice struct {
	name   string
	lines  *bufio.Scanner
	line   int
	fields []string // rest of the line
	count  int      // rolls returned
}

// NewFileDice returns dice that read r roll by roll. Errors call r by the name.
func NewFileDice(name string, r io.Reader) *FileDice {
	return &FileDice{name: name, lines: bufio.NewScanner(r)}
}

// Roll returns the next roll of the text. Errors contain name and line; at the
// end of the text the error wraps [ErrNoRolls].
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
	if err := d.lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s:%d: longer than %d bytes", d.name, d.line+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return fmt.Errorf("%s:%d: %w", d.name, d.line+1, err)
	}
	return fmt.Errorf("%s:%d: %w after %d", d.name, d.line, ErrNoRolls, d.count)
}
