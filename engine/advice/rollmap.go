package advice

import (
	"context"
	"math"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// RollMap contains the value of a position after the best play of each roll, for text and JSON
// output. gnubg calls its picture a temperature map.
type RollMap struct {
	ID        string       `json:"position_id"`
	Plies     int          `json:"plies"`            // of the adviser
	Stakes    string       `json:"stakes,omitempty"` // score and cube in words; "" without the cube
	Mean      float64      `json:"mean"`             // over all throws, of the cubeful equity, without the cube of the equity
	Deviation float64      `json:"deviation"`        // standard deviation over all throws
	Rolls     []RollChoice `json:"rolls"`            // in the order of [board.Rolls]

	Position board.Position `json:"-"`
	Class    string         `json:"-"` // of the position
	At       *cube.Stakes   `json:"-"` // nil without the cube
}

// RollChoice is a roll with its best play and the values after it for the player on roll.
type RollChoice struct {
	Dice        string  `json:"dice"`
	Probability float64 `json:"probability"`
	Move        string  `json:"move"` // "no play" if there is no legal play
	engine.Evaluated
	Luck float64 `json:"luck"` // difference from the mean of the map

	Roll board.Roll `json:"-"`
}

// RollMap returns the values after the best play of each roll, as [Adviser.Rank] finds it. The
// game is not over in the position. Without stakes the values are cubeless.
func (a *Adviser) RollMap(ctx context.Context, pos *board.Position, st *cube.Stakes) (*RollMap, error) {
	d := NewDecision(pos, board.Roll{}, st, a.Plies())
	m := &RollMap{ID: d.ID, Plies: d.Plies, Stakes: d.Stakes, Position: *pos, At: st, Class: a.Static().ClassOf(pos).String()}
	for _, roll := range board.Rolls {
		c, err := a.bestOf(ctx, pos, roll, st)
		if err != nil {
			return nil, err
		}
		m.Rolls = append(m.Rolls, c)
	}
	m.Mean = Mean(false, func(i int) float64 { return float64(m.Rolls[i].Worth()) })
	for i := range m.Rolls {
		m.Rolls[i].Luck = float64(m.Rolls[i].Worth()) - m.Mean
	}
	m.Deviation = math.Sqrt(Mean(false, func(i int) float64 { return m.Rolls[i].Luck * m.Rolls[i].Luck }))
	return m, nil
}

// bestOf returns the best play of a roll, without its luck.
func (a *Adviser) bestOf(ctx context.Context, pos *board.Position, roll board.Roll, st *cube.Stakes) (RollChoice, error) {
	c := RollChoice{Dice: roll.String(), Probability: float64(roll.Ways()) / 36, Move: "no play", Roll: roll}
	if plays := board.Plays(*pos, roll); len(plays) > 0 {
		ranked, err := a.Rank(ctx, pos, plays, st)
		if err == nil {
			best := Choices(pos, ranked[:1], st)[0]
			c.Move, c.Evaluated = best.Move, best.Evaluated
		}
		return c, err
	}
	passed := pos.Swap()
	var opponents *cube.Stakes
	if st != nil {
		opponents = st.Swap()
	}
	value, chances, err := a.Value(ctx, &passed, opponents)
	own := chances.Swap()
	c.Evaluated = st.Evaluated(&own, own.Equity(), flip(opponents, value))
	return c, err
}

// Spread returns the greatest difference of a roll's value from the mean.
func (m *RollMap) Spread() float64 {
	most := 0.0
	for i := range m.Rolls {
		most = max(most, math.Abs(m.Rolls[i].Luck))
	}
	return most
}
