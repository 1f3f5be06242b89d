package exchange

import (
	"fmt"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
)

// Record is the content of a line of a benchmark file: a [Comment], [Settings], a
// [Seed], a [Rolled], a [Decision], a [Double], a [Choice] or an [Other]. String
// returns a line with the same content, with single blanks and the fewest digits
// possible.
type Record interface{ String() string }

// Comment is a blank line, or a line that begins with #.
type Comment string

// String implements [Record].
func (c Comment) String() string { return string(c) }

// Settings are settings of the program that made the following lines, such as
// nRollOutGames.
type Settings []Setting

// Setting is a setting with its value.
type Setting struct{ Name, Value string }

// Get returns the value of a setting, "" if it is missing.
func (s Settings) Get(name string) string {
	for _, one := range s {
		if one.Name == name {
			return one.Value
		}
	}
	return ""
}

// String implements [Record].
func (s Settings) String() string {
	line := []string{settingsMark}
	for _, one := range s {
		line = append(line, one.Name, one.Value)
	}
	return strings.Join(line, " ")
}

// Seed is the seed of the dice of the next decision or position.
type Seed uint64

// String implements [Record].
func (s Seed) String() string { return fmt.Sprintf("%s %d", seedMark, uint64(s)) }

// Rolled is a position with its probabilities, for its player on roll. The mark shows
// what it is: a rollout of the position after a play of the next decision ("#R", or "r"
// in some files), a rollout of a position for cube decisions ("o"), or an evaluation
// ("e").
type Rolled struct {
	Mark          string
	Position      board.Position
	Probabilities engine.Probabilities
}

// String implements [Record].
func (r *Rolled) String() string {
	return r.Mark + " " + letters(&r.Position) + figures(&r.Probabilities)
}

// figures formats probabilities with a blank before each.
func figures(p *engine.Probabilities) string {
	var text []byte
	for _, v := range p {
		text = strconv.AppendFloat(append(text, ' '), float64(v), 'g', -1, 32)
	}
	return string(text)
}

// Double is a rollout of a cube decision at 7-away 7-away.
type Double struct {
	Position   board.Position
	NoDouble   float64 // chance to win the match without a double, in percent
	DoubleTake float64 // chance to win the match after double and take, in percent
	Action     string  // "ND", "D/T", "D/D" or "TG": too good to double
}

// String implements [Record].
func (d *Double) String() string {
	return fmt.Sprintf("%s %s %s %s %s", doubleMark, letters(&d.Position), shortest(d.NoDouble), shortest(d.DoubleTake), d.Action)
}

// Choice is the play chosen by the program that made the file, with probabilities; the
// format does not define for which side.
type Choice struct {
	Position      board.Position
	Roll          board.Roll
	Play          string
	Probabilities engine.Probabilities
}

// String implements [Record].
func (c *Choice) String() string {
	return fmt.Sprintf("%s %s %d %d %s%s", choiceMark, letters(&c.Position), c.Roll[0], c.Roll[1], c.Play, figures(&c.Probabilities))
}

// Other is a line of unknown form. Its mark is O.
type Other string

// String implements [Record].
func (o Other) String() string { return string(o) }

// String implements [Record].
func (d *Decision) String() string {
	var line strings.Builder
	fmt.Fprintf(&line, "%s %s %d %d", decisionMark, letters(&d.Position), d.Roll[0], d.Roll[1])
	for i, m := range d.Moves {
		loss := m.Loss
		if i == 0 {
			loss = d.Equity
		}
		fmt.Fprintf(&line, " %s %s", letters(&m.Result), shortest(loss))
	}
	return line.String()
}

// shortest formats a number with the smallest number of digits that restores it.
func shortest(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
