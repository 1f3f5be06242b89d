package tournament

import (
	"gammonlab/engine/named"
	"gammonlab/evalbench"
)

// TableRecord has a table in JSON.
type TableRecord struct {
	Form string `json:"form"` // the rules in words
	evalbench.Conditions
	Players  []RatingRecord  `json:"players"` // best first
	Unrated  []string        `json:"unrated,omitempty"`
	Pairings []PairingRecord `json:"pairings"`

	ChiSquare float64 `json:"chi_square"`
	Freedom   int     `json:"degrees_of_freedom"`
	Fit       float64 `json:"fit_probability" unit:"share" meaning:"probability of scores this far from the ratings, if one number for each player is enough"`
}

// RatingRecord has a player with a rating in points per game.
type RatingRecord struct {
	Player string  `json:"player"`
	Digest string  `json:"digest,omitempty"`
	Games  int     `json:"games"`
	Rating float64 `json:"rating" short:"rating" unit:"points" unless:"match dmp: wins less losses" better:"higher" meaning:"rating of the last player of the table above the mean of all"`
	Low    float64 `json:"rating_low"`
	High   float64 `json:"rating_high"`

	// Ahead is the likelihood that the player is stronger than the next one; 1 in the
	// last row.
	Ahead float64 `json:"superiority_to_next"`
}

// PairingRecord has the scores of two players, which are indexes of the list of players.
type PairingRecord struct {
	A             int     `json:"a"`
	B             int     `json:"b"`
	Games         int     `json:"games"`
	evalbench.PPG         // of a
	WinShare      float64 `json:"win_share"`
}

// Record returns the JSON record of the table, for games with the settings.
func (t *Table) Record(s Settings) *TableRecord {
	r := &TableRecord{Form: s.Rules.String(), Conditions: named.Identify(s.Conditions), ChiSquare: t.ChiSquare, Freedom: t.Freedom, Fit: t.Fit, Pairings: []PairingRecord{}}
	for i := range t.Rows {
		row := &t.Rows[i]
		r.Players = append(r.Players, RatingRecord{
			Player: row.Player.Called(), Digest: row.Player.Digest, Games: row.Games,
			Rating: row.Rating.Center, Low: row.Rating.Low, High: row.Rating.High,
			Ahead: row.Ahead,
		})
		for j := i + 1; j < len(t.Rows); j++ {
			if s := &row.Against[j]; s.Games > 0 {
				r.Pairings = append(r.Pairings, PairingRecord{
					A: i, B: j, Games: s.Games, PPG: evalbench.PPG(s.Points.Interval()), WinShare: s.Wins,
				})
			}
		}
	}
	for _, p := range t.Unrated {
		r.Unrated = append(r.Unrated, p.Called())
	}
	return r
}
