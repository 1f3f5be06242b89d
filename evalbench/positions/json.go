package positions

import (
	"cmp"
	"encoding/json"
)

// worstInJSON is the number of worst answers of a player in JSON.
const worstInJSON = 20

// MarshalJSON writes name, rates and the worst answers. All costs are in mEq; unknown
// ends of intervals are null.
func (a *Answers) MarshalJSON() ([]byte, error) {
	out := answersInJSON{Name: a.Name, LeftOut: a.LeftOut, Rates: []rateInJSON{}, Worst: []judgedInJSON{}}
	if pr := PR(a.Judged); pr.N > 0 {
		of := pr.Interval()
		out.prInJSON = &prInJSON{of.Value, of.Low, of.High, pr.N}
	}
	for _, r := range Rates(a.Judged) {
		loss := r.Loss.Times(1000).Interval()
		out.Rates = append(out.Rates, rateInJSON{
			r, cmp.Or(r.Group, "all"), r.Loss.N, 1000 * r.Loss.Center, loss.Low, loss.High, r.NoDouble.inJSON(), r.DoubleTake.inJSON(), r.Gain.inJSON(),
		})
	}
	for _, j := range Worst(a.Judged, worstInJSON) {
		d := j.Decision
		one := judgedInJSON{Judged: j, ID: d.Position.ID(), Class: j.Class().String(), Level: d.Level, Loss: 1000 * j.Loss, Noise: 1000 * j.Noise}
		if d.IsCube() {
			one.Length = &d.State.Length
		} else {
			one.Dice = d.Roll.String()
		}
		out.Worst = append(out.Worst, one)
	}
	return json.Marshal(out)
}

func (e *EquityErrors) inJSON() *equityErrorsInJSON {
	if e.Bias.N == 0 {
		return nil
	}
	bias := e.Bias.Times(1000).Interval()
	return &equityErrorsInJSON{1000 * e.Bias.Center, bias.Low, bias.High, 1000 * e.RMSE}
}

// JSONSchemaAlias returns the JSON form for schemas.
func (Answers) JSONSchemaAlias() any { return answersInJSON{} }

// answersInJSON are the answers of a player, rateInJSON a rate and judgedInJSON an answer
// with the costs in mEq.
type (
	answersInJSON struct {
		Name string `json:"name"`
		*prInJSON
		LeftOut int            `json:"left_out,omitempty" unit:"decisions" meaning:"plays that the analyses do not list, which are left out"`
		Rates   []rateInJSON   `json:"rates"`
		Worst   []judgedInJSON `json:"worst"`
	}
	prInJSON struct {
		PR      *float64 `json:"pr" short:"pr" better:"lower" table:"true" meaning:"performance rating by the analyses in records"`
		Low     *float64 `json:"pr_low"`
		High    *float64 `json:"pr_high"`
		Counted int      `json:"pr_decisions"` // decisions that count for the rating
	}
	rateInJSON struct {
		Rate
		Group     string   `json:"group"` // class, or score and rules; all for all decisions
		Questions int      `json:"questions" meaning:"questions of the group"`
		Loss      float64  `json:"loss_meq" short:"loss" unit:"mEq" better:"lower" meaning:"mean cost of an answer, of the last player and group"`
		Low       *float64 `json:"loss_meq_low"`
		High      *float64 `json:"loss_meq_high"`

		// Errors of the player's equities, of doubles.
		NoDouble   *equityErrorsInJSON `json:"no_double,omitempty"`
		DoubleTake *equityErrorsInJSON `json:"double_take,omitempty"`
		Gain       *equityErrorsInJSON `json:"gain,omitempty"` // of a double with the best answer, less no double
	}
	equityErrorsInJSON struct {
		Bias float64  `json:"bias_meq"` // mean error
		Low  *float64 `json:"bias_meq_low"`
		High *float64 `json:"bias_meq_high"`
		RMSE float64  `json:"rmse_meq"`
	}
	judgedInJSON struct {
		Judged
		ID     string  `json:"position_id"`
		Dice   string  `json:"dice,omitempty"`
		Length *int    `json:"length,omitempty"` // match length of a cube decision, 0 for a money game
		Class  string  `json:"class"`
		Level  string  `json:"level,omitempty"` // program and level of the analysis, of decisions of records
		Loss   float64 `json:"loss_meq"`
		Noise  float64 `json:"standard_error_meq"`
	}
)
