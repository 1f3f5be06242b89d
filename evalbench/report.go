package evalbench

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/plaintext"
)

// Text returns the result as a block of lines for people. Points per game are
// in thousandths (mEq); a ~ behind them says that the interval holds 0, so that
// the match does not show who is better. W, G and BG are the shares of all games
// that a side won, with at least a gammon and with a backgammon. Ratings are what
// the share of wins stands for, and how sure it is that A is better is the
// likelihood of superiority, by the points of money games and the wins of matches.
// The last line is all that differs between equal matches.
func (r *Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A  %s   vs   B  %s     seed %d, %s, %s, %s\n",
		r.NameA, r.NameB, r.Seed, r.Variant, r.Rules, r.size())
	if r.Rules.Length == 0 {
		fmt.Fprintf(&b, "ppg  %s   %s   %s\n", r.ppgText(), r.sdText(), betterText(r.Superiority()))
	}
	if r.LuckOff {
		fmt.Fprintf(&b, "%s\n", r.luckText())
	}
	fmt.Fprintf(&b, "wins  %s\n", r.strengthText())
	fmt.Fprintf(&b, "A  %s   B  %s   %.1f plies/%s\n",
		r.winsText(&r.A), r.winsText(&r.B), r.PliesPerGame(), r.Rules.unit())
	if r.Rules.Cube || r.Rules.Length > 1 {
		fmt.Fprintf(&b, "%s\n", r.cubeText())
	}
	if r.Judged {
		fmt.Fprintf(&b, "errors  A %s   B %s\n", r.errorsText(sideA), r.errorsText(sideB))
		for _, note := range r.JudgeNotes() {
			fmt.Fprintf(&b, "%s\n", note)
		}
	}
	if r.Unfinished > 0 {
		fmt.Fprintf(&b, "warning: %d %s given up as too long score 0\n", r.Unfinished, r.Rules.units())
	}
	summary := r.PPG()
	for _, w := range summary.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	if r.Paired && r.Rules == (Rules{}) {
		fmt.Fprintf(&b, "pairs -3 … +3: %v\n", r.PairScores)
	}
	fmt.Fprintf(&b, "%.0f %s/s   %v\n", r.GamesPerSecond(), r.Rules.units(), r.Elapsed.Round(10*time.Millisecond))
	return b.String()
}

// luckText returns the luck-adjusted result.
func (r *Result) luckText() string {
	s := r.Adjusted()
	return fmt.Sprintf("luck taken off  %s   variance ÷ %.1f   %s", r.equityText(&s), r.LuckFactor(), betterText(r.AdjustedSuperiority()))
}

// JudgeNotes names the players that seem to be the judge itself.
func (r *Result) JudgeNotes() []string {
	var all []string
	for side, letter := range []string{sideA: "A", sideB: "B"} {
		if e := &r.Errors[side]; e.OfJudge() {
			all = append(all, fmt.Sprintf("%s made the judge's own choice in each of %d decisions and is taken to be the judge, "+
				"who finds no errors in its own play: judge by another model, or by more plies", letter, e.Plays+e.Cubes))
		}
	}
	return all
}

// errorsText reports what the decisions of a side cost.
func (r *Result) errorsText(side int) string {
	e := &r.Errors[side]
	if e.OfJudge() {
		return analysis.NotJudged
	}
	text := fmt.Sprintf("%.2f mEq/play", 1000*e.PlayError/float64(max(e.Plays, 1)))
	if r.Rules.Cube || r.Rules.Length > 1 {
		text += fmt.Sprintf(", %.2f mEq/cube decision (%d)", 1000*e.CubeError/float64(max(e.Cubes, 1)), e.Cubes)
	}
	return text
}

// strengthText returns the share of wins as ratings.
func (r *Result) strengthText() string {
	share := r.WinShare()
	text := "no interval"
	if !math.IsInf(share.Margin(), 1) {
		text = fmt.Sprintf("%.2f ± %.2f %% (%.0f %%)", 100*share.Center, 100*share.Margin(), 100*share.Confidence)
		if share.Contains(0.5) {
			text += " ~"
		}
		elo := share.Map(stats.Elo, 0, 1)
		text += fmt.Sprintf("   Elo %s", ratingText(&elo))
		if r.Rules.Length > 0 {
			fibs := share.Map(r.fibs, 0, 1)
			text += fmt.Sprintf("   FIBS %s", ratingText(&fibs))
		}
	}
	if r.Rules.Length > 0 {
		text += "   " + betterText(r.Superiority())
	}
	return text
}

// betterText returns the likelihood that A is better.
func betterText(likelihood float64) string { return fmt.Sprintf("A better: %.1f %%", 100*likelihood) }

// fibs returns the difference of FIBS ratings that a share of matches won means.
func (r *Result) fibs(share float64) float64 { return stats.FIBS(share, r.Rules.Length) }

// ratingText writes a difference of ratings with its interval, which is not
// symmetric.
func ratingText(s *stats.Summary) string {
	return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", s.Center, s.Low, s.High)
}

// cubeText says how the cube was used.
func (r *Result) cubeText() string {
	games := float64(max(r.Games, 1))
	if r.Rules.Cube {
		return fmt.Sprintf("cube  mean %.2f   passed doubles end %.1f %% of games",
			float64(r.Cubes)/games, 100*float64(r.Drops)/games)
	}
	return fmt.Sprintf("cube  %.2f games/match   passed doubles end %.1f %% of them",
		float64(r.MatchGames)/games, 100*float64(r.Drops)/float64(max(r.MatchGames, 1)))
}

// size returns how much was played.
func (r *Result) size() string {
	if r.Paired {
		return fmt.Sprintf("%d %s in %d pairs", r.Games, r.Rules.units(), r.Pairs())
	}
	return fmt.Sprintf("%d %s, not paired", r.Games, r.Rules.units())
}

func (r *Result) ppgText() string {
	s := r.PPG()
	return r.equityText(&s)
}

// equityText writes a mean of points in mEq, of matches as a share of wins.
func (r *Result) equityText(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 1) {
		return "no interval"
	}
	text := fmt.Sprintf("%+.1f ± %.1f mEq (%.0f %%)", 1000*s.Center, 1000*s.Margin(), 100*s.Confidence)
	if r.Rules.Length > 0 {
		text = fmt.Sprintf("%.2f ± %.2f %% (%.0f %%)", 50+50*s.Center, 50*s.Margin(), 100*s.Confidence)
	}
	if s.Contains(0) {
		text += " ~"
	}
	return text
}

func (r *Result) sdText() string {
	unit := "game"
	if r.Paired {
		unit = "pair"
	}
	return fmt.Sprintf("%s sd %.2f", unit, r.SD())
}

func (r *Result) winsText(w *Wins) string {
	percent := func(count int) float64 { return 100 * r.share(count) }
	if r.Rules.Length > 0 {
		return fmt.Sprintf("W %.1f %%", percent(w.Wins))
	}
	return fmt.Sprintf("W %.1f %%  G %.1f %%  BG %.1f %%",
		percent(w.Wins), percent(w.Gammons), percent(w.Backgammons))
}

// MarshalJSON writes the result as one flat object. Points are for A; counts
// and shares of wins include gammons, those of gammons include backgammons.
// Numbers that the games played do not give, such as the interval of a single
// pair, are null. Only elapsed_seconds and games_per_second differ between
// equal matches.
func (r *Result) MarshalJSON() ([]byte, error) {
	ppg, share := r.PPG(), r.WinShare()
	elo := share.Map(stats.Elo, 0, 1)
	fibs := stats.Summary{Center: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if r.Rules.Length > 0 {
		fibs = share.Map(r.fibs, 0, 1)
	}
	return json.Marshal(resultRecord{
		LuckOff: r.luckRecord(), Errors: r.errorsRecord(),
		A: r.NameA, B: r.NameB, Variant: r.Variant.String(), Seed: r.Seed, Paired: r.Paired,
		Form: r.Rules.String(), Length: r.Rules.Length, Cube: r.Rules.Cube, Jacoby: r.Rules.Jacoby,
		MET: r.Rules.tableName(), Beavers: r.Rules.Beavers,
		MatchGames: r.MatchGames, Drops: r.Drops, Cubes: r.Cubes,
		WinShare: plaintext.Known(share.Center), WinShareLow: plaintext.Known(share.Low), WinShareHigh: plaintext.Known(share.High),
		Elo: plaintext.Known(elo.Center), EloLow: plaintext.Known(elo.Low), EloHigh: plaintext.Known(elo.High),
		FIBS: plaintext.Known(fibs.Center), FIBSLow: plaintext.Known(fibs.Low), FIBSHigh: plaintext.Known(fibs.High),
		Superiority: r.Superiority(),
		Games:       r.Games, Pairs: r.Pairs(), Unfinished: r.Unfinished,
		PPG: plaintext.Known(ppg.Center), PPGLow: plaintext.Known(ppg.Low), PPGHigh: plaintext.Known(ppg.High), Confidence: ppg.Confidence,
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
	A       string `json:"a"`
	B       string `json:"b"`
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`
	Paired  bool   `json:"paired"`

	Form   string `json:"form"`
	Length int    `json:"match_length"` // 0 for money games
	Cube   bool   `json:"cube"`         // money games with the cube
	Jacoby bool   `json:"jacoby"`

	MET     string `json:"met,omitempty"` // unless it is the default
	Beavers int    `json:"beavers,omitempty"`

	MatchGames int `json:"match_games,omitempty"` // games of all matches
	Drops      int `json:"passed_doubles"`        // games that they ended
	Cubes      int `json:"cubes,omitempty"`       // sum of the cubes of money games

	WinShare     *float64 `json:"win_share"`
	WinShareLow  *float64 `json:"win_share_low"`
	WinShareHigh *float64 `json:"win_share_high"`
	Elo          *float64 `json:"elo"`
	EloLow       *float64 `json:"elo_low"`
	EloHigh      *float64 `json:"elo_high"`
	FIBS         *float64 `json:"fibs"` // of matches
	FIBSLow      *float64 `json:"fibs_low"`
	FIBSHigh     *float64 `json:"fibs_high"`
	Superiority  float64  `json:"superiority"`

	LuckOff *luckRecord             `json:"luck_taken_off,omitempty"`
	Errors  map[string]errorsRecord `json:"errors,omitempty"`

	Games      int `json:"games"`
	Pairs      int `json:"pairs"`
	Unfinished int `json:"unfinished"`

	PPG        *float64 `json:"ppg"`
	PPGLow     *float64 `json:"ppg_low"`
	PPGHigh    *float64 `json:"ppg_high"`
	Confidence float64  `json:"confidence"`
	PairSD     *float64 `json:"pair_sd"`
	GameSD     *float64 `json:"game_sd"`

	AWins            int     `json:"a_wins"`
	AGammons         int     `json:"a_gammons"`
	ABackgammons     int     `json:"a_backgammons"`
	BWins            int     `json:"b_wins"`
	BGammons         int     `json:"b_gammons"`
	BBackgammons     int     `json:"b_backgammons"`
	AWinShare        float64 `json:"a_win_share"`
	AGammonShare     float64 `json:"a_gammon_share"`
	ABackgammonShare float64 `json:"a_backgammon_share"`
	BWinShare        float64 `json:"b_win_share"`
	BGammonShare     float64 `json:"b_gammon_share"`
	BBackgammonShare float64 `json:"b_backgammon_share"`

	PliesPerGame float64  `json:"plies_per_game"`
	PairScores   []int    `json:"pair_scores,omitempty"`
	Warnings     []string `json:"warnings,omitempty"`

	ElapsedSeconds float64 `json:"elapsed_seconds"`
	GamesPerSecond float64 `json:"games_per_second"`
}

// luckRecord is a luck-adjusted result in JSON, in points per game, those of
// matches 1 for a win.
type luckRecord struct {
	PPG     *float64 `json:"ppg"`
	PPGLow  *float64 `json:"ppg_low"`
	PPGHigh *float64 `json:"ppg_high"`
	Factor  *float64 `json:"variance_factor"`
}

func (r *Result) luckRecord() *luckRecord {
	if !r.LuckOff {
		return nil
	}
	s := r.Adjusted()
	return &luckRecord{plaintext.Known(s.Center), plaintext.Known(s.Low), plaintext.Known(s.High), plaintext.Known(r.LuckFactor())}
}

// errorsRecord is the errors of a side in JSON: sums of normalised equity.
type errorsRecord struct {
	Plays     int     `json:"unforced_plays"`
	PlayError float64 `json:"play_error"`
	Cubes     int     `json:"close_or_actual_cube_decisions"`
	CubeError float64 `json:"cube_error"`
	Judge     bool    `json:"is_judge"` // the side is the judge: errors of 0 say nothing
}

func newErrorsRecord(e *Errors) errorsRecord {
	return errorsRecord{e.Plays, e.PlayError, e.Cubes, e.CubeError, e.OfJudge()}
}

func (r *Result) errorsRecord() map[string]errorsRecord {
	if !r.Judged {
		return nil
	}
	return map[string]errorsRecord{"a": newErrorsRecord(&r.Errors[sideA]), "b": newErrorsRecord(&r.Errors[sideB])}
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
