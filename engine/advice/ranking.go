package advice

import (
	"encoding/json"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/internal/plaintext"
)

// Ranking contains the plays of a roll in the order of [Adviser.Rank], for text
// and JSON output.
type Ranking struct {
	Position board.Position
	Class    string
	Roll     board.Roll
	Plies    int // of the adviser
	Plays    []Candidate
	Stakes   *cube.Stakes // nil if plays are ranked without the cube
}

// equity returns the equity of a play and its difference from the best.
func (r *Ranking) equity(i int) (equity, difference float32) {
	equity = float32(r.Plays[i].Equity)
	return equity, equity - float32(r.Plays[0].Equity)
}

// isMatch reports whether the values are match-winning chances.
func (r *Ranking) isMatch() bool {
	if r.Stakes == nil {
		return false
	}
	s := r.Stakes.State()
	return s.IsMatch()
}

// RankedPlay is the JSON form of a play.
type RankedPlay struct {
	Rank int    `json:"rank"`
	Move string `json:"move"`
	engine.Evaluated
	Difference float32 `json:"difference"` // from the first play: of the cubeful equity, without the cube of the equity
	Plies      int     `json:"plies"`      // of the play's evaluation
	ResultID   string  `json:"result_id"`  // from the point of view of the opponent, who is then on roll
}

// RankedPlays returns the JSON form of plays from a position, the best first. cubeful reports
// whether they were evaluated with the cube, match whether their values are match-winning
// chances.
func RankedPlays(pos *board.Position, plays []Candidate, cubeful, match bool) []RankedPlay {
	ranked := make([]RankedPlay, 0, len(plays))
	for i := range plays {
		c := &plays[i]
		equity := float32(c.Equity)
		p := RankedPlay{
			Rank: i + 1, Move: board.FormatPlay(*pos, c.Play), Difference: equity - float32(plays[0].Equity),
			Plies: c.Plies, ResultID: c.Play.Result.ID(),
		}
		p.Chances = engine.NewChances(&c.Probabilities, equity)
		if cubeful {
			p.Equity, p.Cubeful = c.Probabilities.Equity(), &equity
		}
		if match {
			p.MWC = &c.Value
		}
		ranked = append(ranked, p)
	}
	return ranked
}

// rankingRecord is the JSON form of a ranking.
type rankingRecord struct {
	ID     string       `json:"position_id"`
	Dice   string       `json:"dice"`
	Plies  int          `json:"plies"`
	Stakes string       `json:"stakes,omitempty"`
	Moves  []RankedPlay `json:"moves"`
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Ranking) JSONSchemaAlias() any { return rankingRecord{} }

// MarshalJSON implements [json.Marshaler].
func (r *Ranking) MarshalJSON() ([]byte, error) {
	stakes := ""
	if r.Stakes != nil {
		state := r.Stakes.State()
		stakes = state.Words()
	}
	return json.Marshal(rankingRecord{r.Position.ID(), r.Roll.String(), r.Plies, stakes, RankedPlays(&r.Position, r.Plays, r.Stakes != nil, r.isMatch())})
}

// Text returns the board and the table of the plays.
func (r *Ranking) Text() string {
	return cube.DrawPosition(&r.Position, r.Roll, r.Class, r.Stakes) + "\n" + r.Table()
}

// Table lists the plays in aligned columns.
func (r *Ranking) Table() string {
	if len(r.Plays) == 0 {
		return fmt.Sprintf("%v: no legal play\n", r.Roll)
	}
	t := plaintext.Table{Left: []int{2}, Rows: r.Cells()}
	return t.Text()
}

// Cells returns the cells of the table, the headings first: the rank of each play, its plies, the
// play and its values.
func (r *Ranking) Cells() [][]string {
	head := []string{"  #", "Ply", "Move", "Equity", "  Diff"}
	if r.isMatch() {
		head = append(head, "    MWC")
	}
	head = append(head, engine.ProbabilityHeads()...)
	if r.Stakes != nil {
		head = append(head, "Cubeless")
	}
	rows := [][]string{head}
	for i, c := range r.Plays {
		equity, difference := r.equity(i)
		row := []string{fmt.Sprint(i + 1), fmt.Sprint(c.Plies), board.FormatPlay(r.Position, c.Play), plaintext.Signed(equity, 3), ""}
		if i > 0 {
			row[4] = plaintext.Fixed(difference, 3)
		}
		if r.isMatch() {
			row = append(row, plaintext.Percentage(c.Value))
		}
		row = append(row, c.Probabilities.Cells()...)
		if r.Stakes != nil {
			row = append(row, plaintext.Signed(c.Probabilities.Equity(), 3))
		}
		rows = append(rows, row)
	}
	return rows
}
