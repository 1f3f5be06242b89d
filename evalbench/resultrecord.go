package evalbench

import (
	"encoding/json"
	"math"

	"gammonlab/engine/named"
	"gammonlab/internal/plaintext"
)

// JSONSchemaAlias returns the JSON form for schemas.
func (Result) JSONSchemaAlias() any { return resultRecord{} }

// MarshalJSON writes the result as one flat object. Points are for A; counts and shares
// of wins include gammons, those of gammons include backgammons. Numbers that the games
// do not determine, such as the interval of a single pair, are null. Only
// seconds and games_per_second differ between equal matches.
func (r *Result) MarshalJSON() ([]byte, error) {
	ppg, share := r.PPG(), r.WinShare()
	var fibs Interval
	if r.Rules.Length > 0 {
		fibs = share.Map(r.fibs, 0, 1).Interval()
	}
	return json.Marshal(resultRecord{
		LuckOff: r.luckRecord(), Errors: r.errorsRecord(),
		A: r.NameA, B: r.NameB, Unpaired: !r.Paired, Form: r.Rules.String(),
		Conditions: named.Identify(Conditions{Rules: r.Rules, Variant: r.Variant, Seed: r.Seed}),
		MatchGames: r.MatchGames, Drops: r.Drops, Cubes: r.Cubes,
		WinShare: WinShare(share.Interval()), EloDifference: EloDifference(share.Map(Elo, 0, 1).Interval()),
		FIBS: fibs.Value, FIBSLow: fibs.Low, FIBSHigh: fibs.High,
		Superiority: plaintext.Known(r.Superiority()),
		Games:       r.Games, Pairs: r.Pairs(), Unfinished: r.Unfinished,
		PPG: PPG(ppg.Interval()), Confidence: ppg.Confidence,
		PairSD: plaintext.Known(r.pairSD()), GameSD: plaintext.Known(r.GameSD()),
		AWins: r.A.Wins, AGammons: r.A.Gammons, ABackgammons: r.A.Backgammons,
		BWins: r.B.Wins, BGammons: r.B.Gammons, BBackgammons: r.B.Backgammons,
		AWinShare: r.share(r.A.Wins), AGammonShare: r.share(r.A.Gammons), ABackgammonShare: r.share(r.A.Backgammons),
		BWinShare: r.share(r.B.Wins), BGammonShare: r.share(r.B.Gammons), BBackgammonShare: r.share(r.B.Backgammons),
		PliesPerGame: r.PliesPerGame(), PairScores: r.histogram(), Warnings: ppg.Warnings,
		ElapsedSeconds: r.Elapsed.Seconds(), GamesPerSecond: r.GamesPerSecond(),
	})
}

// resultRecord is a result in JSON.
type resultRecord struct {
	A        string `json:"a"`
	B        string `json:"b"`
	Unpaired bool   `json:"unpaired"`
	Form     string `json:"form"` // the rules in words
	Conditions

	MatchGames int `json:"match_games,omitempty"` // games of all matches
	Drops      int `json:"passed_doubles"`        // games that ended with a dropped double
	Cubes      int `json:"cubes,omitempty"`       // sum of the cubes of money games

	WinShare
	EloDifference
	FIBS        *float64 `json:"fibs" unit:"FIBS" better:"higher" meaning:"difference of FIBS ratings, by the share of matches won"` // for matches
	FIBSLow     *float64 `json:"fibs_low"`
	FIBSHigh    *float64 `json:"fibs_high"`
	Superiority *float64 `json:"superiority" unit:"share" better:"higher" meaning:"probability that player a is the better one"`

	LuckOff *luckRecord             `json:"luck_adjusted,omitempty"`
	Errors  map[string]errorsRecord `json:"errors,omitempty"`

	Games      int `json:"games" unit:"games" meaning:"games or matches that were played"`
	Pairs      int `json:"pairs"`
	Unfinished int `json:"unfinished"`

	PPG
	Confidence float64  `json:"confidence"`
	PairSD     *float64 `json:"pair_sd"`
	GameSD     *float64 `json:"game_sd" unit:"points" meaning:"standard deviation of the points of a game"`

	AWins            int     `json:"a_wins"`
	AGammons         int     `json:"a_gammons"`
	ABackgammons     int     `json:"a_backgammons"`
	BWins            int     `json:"b_wins"`
	BGammons         int     `json:"b_gammons"`
	BBackgammons     int     `json:"b_backgammons"`
	AWinShare        float64 `json:"a_win_share"`
	AGammonShare     float64 `json:"a_gammon_share" unit:"share" meaning:"share of games that player a wins with a gammon or backgammon"`
	ABackgammonShare float64 `json:"a_backgammon_share"`
	BWinShare        float64 `json:"b_win_share"`
	BGammonShare     float64 `json:"b_gammon_share" unit:"share" meaning:"share of games that player b wins with a gammon or backgammon"`
	BBackgammonShare float64 `json:"b_backgammon_share"`

	PliesPerGame float64  `json:"plies_per_game" unit:"plays" meaning:"plays of both sides per game"`
	PairScores   []int    `json:"pair_scores,omitempty"`
	Warnings     []string `json:"warnings,omitempty"`

	ElapsedSeconds float64 `json:"seconds"`
	GamesPerSecond float64 `json:"games_per_second" unit:"games/s" better:"higher" meaning:"speed, which depends on the machine"`
}

// luckRecord is a luck-adjusted result in JSON, in points per game; a win of a match
// counts 1.
type luckRecord struct {
	adjustedPPG
	Factor *float64 `json:"variance_factor" better:"higher" meaning:"how many times the games the same interval needs by unadjusted results"`
}

// adjustedPPG is [PPG] after luck adjustment.
type adjustedPPG struct {
	Value *float64 `json:"ppg" short:"luck_ppg" unit:"points" unless:"match dmp: wins less losses" better:"higher" meaning:"points per game of player a, luck-adjusted: the same on average, with a narrower interval"`
	Low   *float64 `json:"ppg_low"`
	High  *float64 `json:"ppg_high"`
}

func (r *Result) luckRecord() *luckRecord {
	if !r.LuckOff {
		return nil
	}
	return &luckRecord{adjustedPPG(r.Adjusted().Interval()), plaintext.Known(r.LuckFactor())}
}

// errorsRecord has the errors of a side in JSON.
type errorsRecord struct {
	Errors
	Judge bool `json:"is_judge"` // the side is the judge: errors of 0 have no meaning
}

func (r *Result) errorsRecord() map[string]errorsRecord {
	if !r.Judged {
		return nil
	}
	a, b := r.Errors[sideA], r.Errors[sideB]
	return map[string]errorsRecord{"a": {a, a.OfJudge()}, "b": {b, b.OfJudge()}}
}

func (r *Result) pairSD() float64 {
	if !r.Paired {
		return math.NaN()
	}
	return r.SD()
}

func (r *Result) histogram() []int {
	if !r.Paired || r.Rules.Cube {
		return nil
	}
	return r.PairScores[:]
}
