package exchange

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
)

// First words of the lines of a benchmark file.
const (
	settingsMark = "s"
	seedMark     = "r" // some files also use it for rollouts
	rolledMark   = "#R"
	decisionMark = "m"
	positionMark = "o"
	evalMark     = "e"
	doubleMark   = "c"
	choiceMark   = "b"
	otherMark    = "O"
)

var bmMarks = []string{
	settingsMark, seedMark, rolledMark, decisionMark, positionMark, evalMark, doubleMark, choiceMark, otherMark,
}

// bmKnows reports whether the word is a first word of lines of a benchmark file.
func bmKnows(word string) bool { return slices.Contains(bmMarks, word) }

// Line is a line of a benchmark file.
type Line struct {
	Number int    // from 1
	Text   string // the line as in the file, with its line ending
	Record Record
}

// BMReader reads the benchmark files of gnubg's nets. The texts of all lines together are
// the file, unchanged.
type BMReader struct {
	lines
	variant board.Variant
	plays   board.Generator
	rolled  []*Rolled // rollouts since the last decision
}

// NewBMReader reads a benchmark file. Errors use the given file name.
func NewBMReader(r io.Reader, file string, v board.Variant) *BMReader {
	return &BMReader{lines: newLines(r, file), variant: v}
}

// Lines iterates over the lines. A [Decision] includes the rollouts before it. The loop
// ends after an error.
func (b *BMReader) Lines() iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		for {
			line, err := b.read()
			if errors.Is(err, io.EOF) || !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// read returns the next line, and io.EOF after the last.
func (b *BMReader) read() (Line, error) {
	text, err := b.Next()
	if err != nil {
		return Line{}, err
	}
	record, err := b.parse(strings.TrimRight(text, "\r\n"))
	if err != nil {
		return Line{}, b.bad(err)
	}
	return Line{b.Number, text, record}, nil
}

// parse reads a line.
func (b *BMReader) parse(line string) (Record, error) {
	fields := strings.Fields(line)
	if len(fields) == 0 || line[0] == '#' && fields[0] != rolledMark {
		return Comment(line), nil
	}
	mark, fields := fields[0], fields[1:]
	switch mark {
	case settingsMark:
		return parseSettings(fields)
	case seedMark:
		if len(fields) > 0 && len(fields[0]) == letterCount && !isDigits(fields[0]) {
			return b.parseRolled(mark, fields)
		}
		return parseSeed(fields)
	case rolledMark, positionMark, evalMark:
		return b.parseRolled(mark, fields)
	case decisionMark:
		return b.parseDecision(fields)
	case doubleMark:
		return b.parseDouble(fields)
	case choiceMark:
		return b.parseChoice(fields)
	case otherMark:
		return Other(line), nil
	}
	return nil, fmt.Errorf("the line begins with %q, want one of %s or # for a comment", mark, strings.Join(bmMarks, ", "))
}

// isDigits reports whether the text is a number, not a position in letters.
func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

func parseSettings(fields []string) (Settings, error) {
	if len(fields)%2 != 0 {
		return nil, fmt.Errorf("setting %q has no value", fields[len(fields)-1])
	}
	s := Settings{}
	for pair := range slices.Chunk(fields, 2) {
		s = append(s, Setting{pair[0], pair[1]})
	}
	return s, nil
}

func parseSeed(fields []string) (Seed, error) {
	if len(fields) != 1 {
		return 0, fmt.Errorf("%d fields after %s, want a seed or a position with 5 probabilities", len(fields), seedMark)
	}
	n, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("the seed is %q, want a whole number or a position with 5 probabilities", fields[0])
	}
	return Seed(n), nil
}

func (b *BMReader) parseRolled(mark string, fields []string) (*Rolled, error) {
	if len(fields) == 0 {
		return nil, fmt.Errorf("nothing after %s, want a position and 5 probabilities", mark)
	}
	pos, err := parseLetters(fields[0], b.variant)
	if err != nil {
		return nil, err
	}
	p, err := parseProbabilities(fields[1:])
	if err != nil {
		return nil, err
	}
	r := &Rolled{mark, pos, p}
	if mark == rolledMark || mark == seedMark {
		b.rolled = append(b.rolled, r)
	}
	return r, nil
}

// parseDecision reads a decision, and marks the plays with a rollout among the lines
// before the decision.
func (b *BMReader) parseDecision(fields []string) (*Decision, error) {
	rolled := b.rolled
	b.rolled = nil
	pos, roll, fields, err := b.parseRoll(fields)
	if err != nil {
		return nil, err
	}
	if len(fields) == 0 || len(fields)%2 != 0 {
		return nil, fmt.Errorf("%d fields after the dice, want a position and a number for each play", len(fields))
	}
	d := &Decision{Position: pos, Roll: roll}
	plays := b.plays.Plays(&pos, roll)
	for pair := range slices.Chunk(fields, 2) {
		move, err := b.parseMove(pair[0], plays)
		if err != nil {
			return nil, fmt.Errorf("play %d: %w", len(d.Moves)+1, err)
		}
		number, err := parseNumber(pair[1])
		switch first := len(d.Moves) == 0; {
		case first && err != nil:
			return nil, fmt.Errorf("the equity of the best play is %q, want a number", pair[1])
		case first:
			d.Equity = number
		case err != nil || number < 0:
			return nil, fmt.Errorf("the loss of play %d is %q, want a number from 0 on", len(d.Moves)+1, pair[1])
		default:
			move.Loss = number
		}
		d.Moves = append(d.Moves, move)
	}
	d.lookUp(rolled)
	return d, nil
}

// parseMove reads the position after one of the plays.
func (b *BMReader) parseMove(text string, plays []board.Play) (Move, error) {
	result, err := parseLetters(text, b.variant)
	if err != nil {
		return Move{}, err
	}
	if !slices.ContainsFunc(plays, func(p board.Play) bool { return p.Result == result }) {
		return Move{}, fmt.Errorf("position %q is no legal result of the roll, want one with the opponent on roll", text)
	}
	return Move{Result: result}, nil
}

// lookUp marks the plays that were rolled out. If a position was rolled out several
// times, the last rollout counts.
func (d *Decision) lookUp(rolled []*Rolled) {
	for i := range d.Moves {
		move := &d.Moves[i]
		for _, r := range rolled {
			if r.Position == move.Result {
				move.Rolled, move.Probabilities = true, r.Probabilities
			}
		}
	}
}

func (b *BMReader) parseDouble(fields []string) (*Double, error) {
	if len(fields) != 4 {
		return nil, fmt.Errorf("%d fields after %s, want a position, two percentages and an action", len(fields), doubleMark)
	}
	pos, err := parseLetters(fields[0], b.variant)
	if err != nil {
		return nil, err
	}
	d := &Double{Position: pos, Action: fields[3]}
	for i, dst := range []*float64{&d.NoDouble, &d.DoubleTake} {
		if *dst, err = parseNumber(fields[1+i]); err != nil || *dst < 0 || *dst > 100 {
			return nil, fmt.Errorf("percentage %d is %q, want a number from 0 to 100", i+1, fields[1+i])
		}
	}
	if actions := []string{"ND", "D/T", "D/D", "TG"}; !slices.Contains(actions, d.Action) {
		return nil, fmt.Errorf("the action is %q, want one of %s", d.Action, strings.Join(actions, ", "))
	}
	return d, nil
}

func (b *BMReader) parseChoice(fields []string) (*Choice, error) {
	pos, roll, fields, err := b.parseRoll(fields)
	if err != nil {
		return nil, err
	}
	n := len(fields) - engine.Outputs // number of fields of the play
	if n < 1 {
		return nil, fmt.Errorf("%d fields after the dice, want a play and 5 probabilities", len(fields))
	}
	p, err := parseProbabilities(fields[n:])
	if err != nil {
		return nil, err
	}
	return &Choice{pos, roll, strings.Join(fields[:n], " "), p}, nil
}

// parseRoll reads a position and the two dice after it, and returns the remaining
// fields.
func (b *BMReader) parseRoll(fields []string) (board.Position, board.Roll, []string, error) {
	if len(fields) < 3 {
		return board.Position{}, board.Roll{}, nil, fmt.Errorf("%d fields, want a position and two dice first", len(fields))
	}
	pos, err := parseLetters(fields[0], b.variant)
	if err != nil {
		return board.Position{}, board.Roll{}, nil, err
	}
	roll, err := board.ParseRoll(fields[1] + fields[2])
	if err != nil || len(fields[1]) != 1 {
		return board.Position{}, board.Roll{}, nil, fmt.Errorf("the dice are %q and %q, want two numbers from 1 to 6", fields[1], fields[2])
	}
	return pos, roll, fields[3:], nil
}

// parseNumber reads a finite number.
func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		err = strconv.ErrRange
	}
	return v, err
}
