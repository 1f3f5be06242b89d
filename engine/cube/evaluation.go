package cube

import (
	"encoding/json"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// Evaluation is the value of a position to the player on roll, for text, CSV
// and JSON output.
type Evaluation struct {
	Position board.Position
	Class    engine.Class
	Chances  engine.Probabilities
	Plies    int     // of look-ahead
	Stakes   *Stakes // nil without the cube
	Value    float64 // cubeful, in the unit of the stakes
}

// cubeful returns the normalised cubeful equity and the match-winning chance,
// nil if they do not apply.
func (e *Evaluation) cubeful() (equity *float32, mwc *float64) {
	if e.Stakes == nil {
		return nil, nil
	}
	x := float32(e.Stakes.Equity(e.Value))
	if s := e.Stakes.State(); s.IsMatch() {
		mwc = &e.Value
	}
	return &x, mwc
}

// EvaluationHeader returns the header of the CSV form. Scripts rely on its
// column names.
func EvaluationHeader(cubeful bool) string {
	const header = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity"
	if cubeful {
		return header + ",cubeful_equity"
	}
	return header
}

// AppendCSV appends a line in the CSV form.
func (e *Evaluation) AppendCSV(dst []byte) []byte {
	dst = append(e.Position.AppendID(dst), ',')
	dst = append(dst, e.Class.String()...)
	for _, v := range e.Chances {
		dst = plaintext.AppendFixed(append(dst, ','), v, 6)
	}
	dst = plaintext.AppendFixed(append(dst, ','), e.Chances.Equity(), 6)
	if equity, _ := e.cubeful(); equity != nil {
		dst = plaintext.AppendFixed(append(dst, ','), *equity, 6)
	}
	return append(dst, '\n')
}

// evaluationRecord is the JSON form of an evaluation.
type evaluationRecord struct {
	ID     string `json:"position_id"`
	Class  string `json:"class"`
	Stakes string `json:"stakes,omitempty"`
	engine.Chances
	Cubeful *float32 `json:"cubeful_equity,omitempty"` // normalised
	MWC     *float64 `json:"mwc,omitempty"`            // match-winning chance
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Evaluation) JSONSchemaAlias() any { return evaluationRecord{} }

// MarshalJSON encodes an object with the position, the probabilities and, with
// the cube, the stakes and the cubeful equity.
func (e *Evaluation) MarshalJSON() ([]byte, error) {
	j := evaluationRecord{ID: e.Position.ID(), Class: e.Class.String(), Chances: engine.NewChances(&e.Chances, e.Chances.Equity())}
	if j.Cubeful, j.MWC = e.cubeful(); j.Cubeful != nil {
		j.Stakes = e.Stakes.Words()
	}
	return json.Marshal(j)
}

// Text draws the position, followed by a table of its values.
func (e *Evaluation) Text() string {
	head, row := "Equity", plaintext.Signed(e.Chances.Equity(), 3)
	equity, mwc := e.cubeful()
	if equity != nil {
		head, row = "Cubeless  Cubeful", "  "+row+"   "+plaintext.Signed(*equity, 3)
	}
	if mwc != nil {
		head, row = head+"      MWC", row+fmt.Sprintf("  %7s", plaintext.Percentage(*mwc))
	}
	return fmt.Sprintf("%s\n       %s   %s\n%d-ply  %s   %s\n",
		DrawPosition(&e.Position, board.Roll{}, e.Class.String(), e.Stakes),
		engine.ProbabilityHeader, head, e.Plies, e.Chances.Columns(), row)
}
