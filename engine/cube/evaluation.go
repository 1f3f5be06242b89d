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

// Evaluated returns the values of a position or play in JSON. equity is its cubeless equity
// and value its value in the unit of the stakes, which are nil without the cube.
func (st *Stakes) Evaluated(p *engine.Probabilities, equity float32, value float64) engine.Evaluated {
	e := engine.Evaluated{Chances: engine.NewChances(p, equity)}
	if st == nil {
		return e
	}
	cubeful := float32(st.Equity(value))
	e.Cubeful = &cubeful
	if state := st.State(); state.IsMatch() {
		e.MWC = &value
	}
	return e
}

func (e *Evaluation) evaluated() engine.Evaluated {
	return e.Stakes.Evaluated(&e.Chances, e.Chances.Equity(), e.Value)
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
	if v := e.evaluated(); v.Cubeful != nil {
		dst = plaintext.AppendFixed(append(dst, ','), *v.Cubeful, 6)
	}
	return append(dst, '\n')
}

// evaluationRecord is the JSON form of an evaluation.
type evaluationRecord struct {
	ID     string `json:"position_id"`
	Class  string `json:"class"`
	Stakes string `json:"stakes,omitempty"`
	engine.Evaluated
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Evaluation) JSONSchemaAlias() any { return evaluationRecord{} }

// MarshalJSON encodes an object with the position, the probabilities and, with
// the cube, the stakes and the cubeful equity.
func (e *Evaluation) MarshalJSON() ([]byte, error) {
	j := evaluationRecord{ID: e.Position.ID(), Class: e.Class.String(), Evaluated: e.evaluated()}
	if e.Stakes != nil {
		j.Stakes = e.Stakes.Words()
	}
	return json.Marshal(j)
}

// Text draws the position, followed by a table of its values.
func (e *Evaluation) Text() string {
	head, row := "Equity", plaintext.Signed(e.Chances.Equity(), 3)
	v := e.evaluated()
	if v.Cubeful != nil {
		head, row = "Cubeless  Cubeful", "  "+row+"   "+plaintext.Signed(*v.Cubeful, 3)
	}
	if v.MWC != nil {
		head, row = head+"      MWC", row+fmt.Sprintf("  %7s", plaintext.Percentage(*v.MWC))
	}
	return fmt.Sprintf("%s\n       %s   %s\n%d-ply  %s   %s\n",
		DrawPosition(&e.Position, board.Roll{}, e.Class.String(), e.Stakes),
		engine.ProbabilityHeader, head, e.Plies, e.Chances.Columns(), row)
}
