package report

import (
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/plaintext"
)

// RowRecord is a row in JSON.
type RowRecord struct {
	Number int64        `json:"row" meaning:"number of the row"` // from 1
	ID     string       `json:"position_id"`
	Class  string       `json:"class"`
	Method string       `json:"method"`
	Label  *LabelRecord `json:"label,omitempty"`
	Source string       `json:"source"` // origin of the position
	Seed   uint64       `json:"seed"`   // seed of the label's random numbers
	Weight *float64     `json:"weight,omitempty"`
}

// LabelRecord is the label of a row in JSON, for the player on roll.
type LabelRecord struct {
	engine.Evaluated
	Error    ErrorsRecord `json:"standard_error"`
	Trials   int32        `json:"trials"`   // number of games or trials; the label is their mean
	Labeller string       `json:"labeller"` // digest of the model that labelled
	Cubes    *CubesRecord `json:"cubes,omitempty"`
}

// CubesRecord has the equities of a label by the state of the cube in JSON, see [datasets.Cubes];
// unknown ones are null.
type CubesRecord struct {
	Jacoby  *float64         `json:"jacoby"`
	Owned   *float64         `json:"owned"`
	Against *float64         `json:"against"`
	Match   *MatchCubeRecord `json:"match"`
}

// MatchCubeRecord has the normalised equities at a score of a match.
type MatchCubeRecord struct {
	OwnAway int32    `json:"own_away"`
	OppAway int32    `json:"opp_away"`
	Cube    int32    `json:"cube"`
	Centred *float64 `json:"centred"`
	Owned   *float64 `json:"owned"`
	Against *float64 `json:"against"`
}

// cubesRecord returns the JSON form, nil without values that only some databases store.
func cubesRecord(c *datasets.Cubes) *CubesRecord {
	if !c.HasCubes() {
		return nil
	}
	known := func(i int) *float64 { return plaintext.Known(float64(c.States[i])) }
	record := &CubesRecord{Jacoby: known(datasets.MoneyJacoby), Owned: known(datasets.MoneyOwned), Against: known(datasets.MoneyAgainst)}
	if c.MatchCube != 0 {
		record.Match = &MatchCubeRecord{
			c.OwnAway, c.OppAway, c.MatchCube, known(datasets.MatchCentred), known(datasets.MatchOwned), known(datasets.MatchAgainst),
		}
	}
	return record
}

// ErrorsRecord has the standard errors of a label in JSON; unknown ones are null.
type ErrorsRecord struct {
	Win            *float64 `json:"win"`
	WinGammon      *float64 `json:"win_gammon"`
	WinBackgammon  *float64 `json:"win_backgammon"`
	LoseGammon     *float64 `json:"lose_gammon"`
	LoseBackgammon *float64 `json:"lose_backgammon"`
	Equity         *float64 `json:"equity"`
}

// NewRowRecord returns the JSON form of the row with its number.
func NewRowRecord(r *datasets.Row, number int64) RowRecord {
	record := RowRecord{
		Number: number, ID: r.Position.ID(), Class: r.Class.String(), Method: r.Method.String(), Source: r.Source, Seed: r.Seed,
		Weight: plaintext.Known(float64(r.Weight)),
	}
	if r.Method == datasets.Unlabelled {
		return record
	}
	known := func(x float32) *float64 { return plaintext.Known(float64(x)) }
	e := &r.Errors
	record.Label = &LabelRecord{
		Evaluated: engine.Evaluated{Chances: engine.NewChances(&r.Probabilities, r.Probabilities.Equity())},
		Error: ErrorsRecord{
			known(e[engine.Win]), known(e[engine.WinGammon]), known(e[engine.WinBackgammon]),
			known(e[engine.LoseGammon]), known(e[engine.LoseBackgammon]), known(r.EquityError),
		},
		Trials: r.Trials, Labeller: r.Labeller, Cubes: cubesRecord(&r.Cubes),
	}
	if known(r.Cubeful) != nil {
		record.Label.Cubeful = &r.Cubeful
	}
	return record
}
