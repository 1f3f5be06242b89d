package evalbench

import (
	"encoding/json"

	"gammonlab/internal/plaintext"
)

// Interval is the JSON form of a [Summary]: an estimate with the ends of its interval. Numbers
// that are unknown are nil.
type Interval struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Interval returns the JSON form of the summary.
func (s Summary) Interval() Interval {
	return Interval{plaintext.Known(s.Center), plaintext.Known(s.Low), plaintext.Known(s.High)}
}

// MarshalJSON writes the [Interval].
func (s Summary) MarshalJSON() ([]byte, error) { return json.Marshal(s.Interval()) }

// JSONSchemaAlias returns the JSON form for schemas.
func (Summary) JSONSchemaAlias() any { return Interval{} }

// PPG is an [Interval] of points per game, in the JSON of an object with other numbers.
type PPG struct {
	Value *float64 `json:"ppg" unit:"points" unless:"match dmp: wins less losses" better:"higher" table:"true" meaning:"points per game of player a, the first one"`
	Low   *float64 `json:"ppg_low"`
	High  *float64 `json:"ppg_high"`
}

// WinShare is an [Interval] of a share of wins.
type WinShare struct {
	Value *float64 `json:"win_share" unit:"share" better:"higher" meaning:"share of games or matches that player a wins"`
	Low   *float64 `json:"win_share_low"`
	High  *float64 `json:"win_share_high"`
}

// EloDifference is an [Interval] of a difference of Elo ratings.
type EloDifference struct {
	Value *float64 `json:"elo" unit:"Elo" better:"higher" meaning:"difference of Elo ratings, by the share of wins"`
	Low   *float64 `json:"elo_low"`
	High  *float64 `json:"elo_high"`
}
