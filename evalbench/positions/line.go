package positions

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/strictjson"
)

// decisionLine is a decision's form in a file.
type decisionLine struct {
	Position string             `json:"position"`
	Roll     *[2]int            `json:"roll,omitempty"`
	Moves    []moveLine         `json:"moves,omitempty"`
	Others   map[string]float64 `json:"others,omitempty"`
	stateLine
	NoDouble *outcomeLine `json:"no_double,omitempty"`
	Take     *outcomeLine `json:"take,omitempty"`
}

type moveLine struct {
	To string `json:"to"`
	outcomeLine
}

type outcomeLine struct {
	Equity  float64                  `json:"equity"`
	Error   float64                  `json:"error,omitempty"`
	Behind  float64                  `json:"difference_error,omitempty"`
	Trials  int                      `json:"trials,omitempty"`
	Chances *[engine.Outputs]float64 `json:"chances"` // null if unknown
}

// decimals is the resolution of numbers: a hundredth of a mEq.
const decimals = 1e5

func rounded(x float64) float64 {
	return math.Round(x*decimals)/decimals + 0 // + 0 turns minus zero into zero
}

// encode returns the decision's line, without the newline.
func (d *Decision) encode() ([]byte, error) {
	line := decisionLine{Position: d.Position.ID(), stateLine: lineOfState(&d.State)}
	if d.IsCube() {
		line.NoDouble, line.Take = d.NoDouble.line(), d.Take.line()
		return json.Marshal(line)
	}
	line.Roll = &[2]int{int(d.Roll[0]), int(d.Roll[1])}
	for i := range d.Moves {
		m := &d.Moves[i]
		if m.Rolled {
			line.Moves = append(line.Moves, moveLine{m.Result.ID(), *m.line()})
			continue
		}
		if line.Others == nil {
			line.Others = map[string]float64{}
		}
		line.Others[m.Result.ID()] = rounded(m.Equity)
	}
	return json.Marshal(line)
}

func (o *Outcome) line() *outcomeLine {
	line := outcomeLine{Equity: rounded(o.Equity), Error: rounded(o.Error), Behind: rounded(o.Behind), Trials: o.Trials}
	line.Chances = new([engine.Outputs]float64)
	for k, p := range o.Probabilities {
		line.Chances[k] = rounded(float64(p))
	}
	return &line
}

func (o *outcomeLine) outcome() Outcome {
	out := Outcome{Equity: o.Equity, Rolled: true, Error: o.Error, Behind: o.Behind, Trials: o.Trials}
	if o.Chances != nil {
		for k, p := range o.Chances {
			out.Probabilities[k] = float32(p)
		}
	}
	return out
}

// decode reads a decision from its line.
func decode(text []byte, v board.Variant) (*Decision, error) {
	var line decisionLine
	if err := strictjson.Unmarshal(text, &line); err != nil {
		return nil, err
	}
	pos, err := board.ParseID(line.Position, v)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	d := &Decision{Position: pos}
	if d.State, err = line.state(); err != nil {
		return nil, err
	}
	ofRoll := line.Roll != nil && len(line.Moves) > 0
	ofCube := line.Match != nil && line.NoDouble != nil && line.Take != nil
	switch {
	case ofRoll && line.NoDouble == nil && line.Take == nil:
		return d, d.decodeRoll(&line, v)
	case ofCube && line.Roll == nil && line.Moves == nil && line.Others == nil:
		d.NoDouble, d.Take = line.NoDouble.outcome(), line.Take.outcome()
		return d, nil
	}
	return nil, errors.New("want roll and moves, or match, no_double and take")
}

func (d *Decision) decodeRoll(line *decisionLine, v board.Variant) error {
	for i, die := range line.Roll {
		if die < 1 || die > 6 {
			return fmt.Errorf("roll: a die of %d, want 1 to 6", die)
		}
		d.Roll[i] = uint8(die)
	}
	for _, m := range line.Moves {
		result, err := board.ParseID(m.To, v)
		if err != nil {
			return fmt.Errorf("moves: %w", err)
		}
		d.Moves = append(d.Moves, Move{result, m.outcome()})
	}
	var others []Move
	for id, equity := range line.Others {
		result, err := board.ParseID(id, v)
		if err != nil {
			return fmt.Errorf("others: %w", err)
		}
		others = append(others, Move{result, Outcome{Equity: equity}})
	}
	slices.SortFunc(others, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Equity, a.Equity), cmp.Compare(a.Result.ID(), b.Result.ID()))
	})
	d.Moves = append(d.Moves, others...)
	return nil
}
