package cube

import (
	"bytes"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/race"
	"gammonlab/internal/plaintext"
)

// Evaluation is the value of a position to the player on roll, for text, CSV
// and JSON output.
type Evaluation struct {
	ID     string `json:"position_id"`
	Key    string `json:"position_key"` // in hexadecimal digits
	Class  string `json:"class"`
	Plies  int    `json:"plies"`            // of look-ahead
	Stakes string `json:"stakes,omitempty"` // score and cube in words; "" without the cube
	engine.Evaluated

	// RMSE is the root mean square error of the model's equities in positions of ErrorOf, a class
	// or a kind; nil if the caller does not know it.
	RMSE    *float64 `json:"equity_rmse,omitempty" unit:"points" better:"lower" meaning:"expected error of the equity of such positions"`
	ErrorOf string   `json:"error_of,omitempty"`

	Race *race.Counts `json:"race,omitempty"` // nil where there is contact, or if the caller did not count

	position board.Position
	at       *Stakes
	errors   bool // the CSV form has a column for RMSE
}

// NewEvaluation returns the evaluation of a position with the given probabilities. value is
// its cubeful value in the unit of the stakes, which are nil without the cube.
func NewEvaluation(pos *board.Position, class engine.Class, plies int, p *engine.Probabilities, st *Stakes, value float64) Evaluation {
	e := Evaluation{ID: pos.ID(), Key: pos.Key().Hex(), Class: class.String(), Plies: plies, Evaluated: st.Evaluated(p, p.Equity(), value), position: *pos, at: st}
	if st != nil {
		e.Stakes = st.Words()
	}
	return e
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

// SetError sets the error of the model in positions like this, nil if it is unknown, and adds a
// column for it to the CSV form.
func (e *Evaluation) SetError(rmse *float64, of string) { e.RMSE, e.ErrorOf, e.errors = rmse, of, true }

// ErrorColumn is the heading of the column of [Evaluation.SetError], after
// [EvaluationHeader].
const ErrorColumn = ",equity_rmse"

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
	dst = append(append(append(dst, e.ID...), ','), e.Class...)
	for _, v := range e.Probabilities() {
		dst = plaintext.AppendFixed(append(dst, ','), v, 6)
	}
	dst = plaintext.AppendFixed(append(dst, ','), e.Equity, 6)
	if e.Cubeful != nil {
		dst = plaintext.AppendFixed(append(dst, ','), *e.Cubeful, 6)
	}
	if e.errors {
		dst = append(dst, ',')
		if e.RMSE != nil {
			dst = plaintext.AppendFixed(dst, float32(*e.RMSE), 6)
		}
	}
	return append(dst, '\n')
}

// Text draws the position, followed by a table of its values.
func (e *Evaluation) Text() string {
	p := e.Probabilities()
	head, row := "Equity", plaintext.Signed(e.Equity, 3)
	if e.Cubeful != nil {
		head, row = "Cubeless  Cubeful", "  "+row+"   "+plaintext.Signed(*e.Cubeful, 3)
	}
	if e.MWC != nil {
		head, row = head+"      MWC", row+fmt.Sprintf("  %7s", plaintext.Percentage(*e.MWC))
	}
	text := fmt.Sprintf("%s\n       %s   %s\n%d-ply  %s   %s\n",
		DrawPosition(&e.position, board.Roll{}, e.Class, e.at),
		engine.ProbabilityHeader, head, e.Plies, p.Columns(), row)
	if e.RMSE != nil {
		text += fmt.Sprintf("Equity %s ± %.3f (RMSE of the model in %s positions)\n", plaintext.Signed(e.Equity, 3), *e.RMSE, e.ErrorOf)
	}
	if e.Race != nil {
		text += "\n" + e.Race.Text() + e.at.RaceNote()
	}
	return text
}

// RaceNote says in matches that the counts of a race are of money games, "" otherwise.
func (st *Stakes) RaceNote() string {
	if st == nil || !st.state.IsMatch() {
		return ""
	}
	return "The counts decide as in a money game.\n"
}

// CSV returns a line in the CSV form, without a newline, see [EvaluationHeader].
func (e *Evaluation) CSV() []byte { return bytes.TrimSuffix(e.AppendCSV(nil), []byte("\n")) }
