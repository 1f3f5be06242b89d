package tournament

import (
	"fmt"

	"gammonlab/engine/named"
	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/plaintext"
)

// SettingsRecord has the settings of a ledger in JSON.
type SettingsRecord struct {
	Form string `json:"form"` // the rules in words
	evalbench.Conditions
}

// record returns the settings for JSON.
func (s *Settings) record() SettingsRecord {
	return SettingsRecord{s.Rules.String(), named.Identify(s.Conditions)}
}

// Record has a test and its result in JSON, as scores of A. Unknown numbers are nil.
type Record struct {
	A string `json:"a"`
	B string `json:"b"`
	SettingsRecord
	Decision string   `json:"decision"` // H0, H1 or undecided
	Unit     Unit     `json:"unit"`     // unit of the bounds: ppg or win_share
	E0       float64  `json:"e0"`
	E1       float64  `json:"e1"`
	Alpha    float64  `json:"alpha"`
	Beta     float64  `json:"beta"`
	LLR      *float64 `json:"llr"`
	Lower    float64  `json:"llr_lower"`
	Upper    float64  `json:"llr_upper"`
	Games    int      `json:"games"`
	Pairs    int      `json:"pairs"`

	PPG         *float64 `json:"ppg"`
	PPGLow      *float64 `json:"ppg_low"`
	PPGHigh     *float64 `json:"ppg_high"`
	WinShare    *float64 `json:"win_share"`
	Elo         *float64 `json:"elo"`
	EloLow      *float64 `json:"elo_low"`
	EloHigh     *float64 `json:"elo_high"`
	Superiority *float64 `json:"superiority"`
	PairSD      *float64 `json:"pair_sd"` // standard deviation of a pair's mean, in the unit of the bounds
}

// Record returns the JSON record of the test and its verdict, for games with the
// settings.
func (t *Test) Record(v *Verdict, s Settings) *Record {
	elo := v.Share.Map(stats.Elo, 0, 1)
	return &Record{
		A: t.A.Name, B: t.B.Name, SettingsRecord: s.record(), Decision: v.Decision.String(), Unit: t.Unit,
		E0: t.E0, E1: t.E1, Alpha: t.Alpha, Beta: t.Beta,
		LLR: plaintext.Known(v.LLR), Lower: v.Lower, Upper: v.Upper, Games: 2 * v.Pairs, Pairs: v.Pairs,
		PPG: plaintext.Known(v.Points.Center), PPGLow: plaintext.Known(v.Points.Low), PPGHigh: plaintext.Known(v.Points.High),
		WinShare: plaintext.Known(v.Share.Center),
		Elo:      plaintext.Known(elo.Center), EloLow: plaintext.Known(elo.Low), EloHigh: plaintext.Known(elo.High),
		Superiority: plaintext.Known(v.Superiority), PairSD: plaintext.Known(v.SD),
	}
}

// String returns the unit's name in records: ppg or win_share.
func (u Unit) String() string { return [...]string{"ppg", "win_share"}[u] }

// MarshalText returns the unit's name.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText reads a unit's name.
func (u *Unit) UnmarshalText(name []byte) error {
	for _, unit := range []Unit{Points, Share} {
		if unit.String() == string(name) {
			*u = unit
			return nil
		}
	}
	return fmt.Errorf("unit is %.40q, want %v or %v", name, Points, Share)
}

// Even returns the score of equal players.
func (u Unit) Even() float64 {
	if u == Share {
		return wins(0)
	}
	return 0
}

// Bound formats a bound: points per game, or a share of wins as a difference of Elo
// ratings.
func (u Unit) Bound(e float64) string {
	if u == Share {
		return fmt.Sprintf("%+.4g Elo", stats.Elo(e))
	}
	return fmt.Sprintf("%+.4g ppg", e)
}

// Text returns a sentence about the accepted hypothesis.
func (r *Record) Text() string {
	low, high := r.Unit.Bound(r.E0), r.Unit.Bound(r.E1)
	switch r.Decision {
	case stats.AcceptH0.String():
		return fmt.Sprintf("H0 accepted: A scores %s or less, rather than %s or more", low, high)
	case stats.AcceptH1.String():
		return fmt.Sprintf("H1 accepted: A scores %s or more, rather than %s or less", high, low)
	}
	return fmt.Sprintf("undecided between H0, that A scores %s or less, and H1, %s or more", low, high)
}
