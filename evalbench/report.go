package evalbench

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
)

// Text returns the result as a block of lines for people. Points per game are
// in thousandths (mEq); a ~ behind them says that the interval holds 0, so that
// the match does not tell who is better. W, G and BG are the shares of all
// games that a side won, with at least a gammon and with a backgammon. The last
// line is all that differs between equal matches.
func (r *Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "A  %s   vs   B  %s     seed %d, %s, cubeless, %s\n",
		r.NameA, r.NameB, r.Seed, r.Variant, r.size())
	fmt.Fprintf(&b, "ppg  %s   %s\n", r.ppgText(), r.sdText())
	fmt.Fprintf(&b, "A  %s   B  %s   %.1f plies/game\n",
		r.winsText(&r.A), r.winsText(&r.B), r.PliesPerGame())
	if r.Unfinished > 0 {
		fmt.Fprintf(&b, "warning: %d games given up as too long score 0\n", r.Unfinished)
	}
	summary := r.PPG()
	for _, w := range summary.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	if r.Paired {
		fmt.Fprintf(&b, "pairs -3 … +3: %v\n", r.PairScores)
	}
	fmt.Fprintf(&b, "%.0f games/s   %v\n", r.GamesPerSecond(), r.Elapsed.Round(10*time.Millisecond))
	return b.String()
}

// size returns how much was played.
func (r *Result) size() string {
	if r.Paired {
		return fmt.Sprintf("%d games in %d pairs", r.Games, r.Pairs())
	}
	return fmt.Sprintf("%d games, not paired", r.Games)
}

func (r *Result) ppgText() string {
	s := r.PPG()
	if math.IsInf(s.Margin(), 1) {
		return "no interval"
	}
	text := fmt.Sprintf("%+.1f ± %.1f mEq (%.0f %%)", 1000*s.Center, 1000*s.Margin(), 100*s.Confidence)
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
	return fmt.Sprintf("W %.1f %%  G %.1f %%  BG %.1f %%",
		percent(w.Wins), percent(w.Gammons), percent(w.Backgammons))
}

// MarshalJSON writes the result as one flat object. Points are for A; counts
// and shares of wins include gammons, those of gammons include backgammons.
// Numbers that the games played do not give, such as the interval of a single
// pair, are null. Only elapsed_seconds and games_per_second differ between
// equal matches.
func (r *Result) MarshalJSON() ([]byte, error) {
	ppg := r.PPG()
	return json.Marshal(record{
		A: r.NameA, B: r.NameB, Variant: r.Variant.String(), Seed: r.Seed, Paired: r.Paired,
		Games: r.Games, Pairs: r.Pairs(), Unfinished: r.Unfinished,
		PPG: known(ppg.Center), PPGLow: known(ppg.Low), PPGHigh: known(ppg.High), Confidence: ppg.Confidence,
		PairSD: known(r.pairSD()), GameSD: known(r.GameSD()),
		AWins: r.A.Wins, AGammons: r.A.Gammons, ABackgammons: r.A.Backgammons,
		BWins: r.B.Wins, BGammons: r.B.Gammons, BBackgammons: r.B.Backgammons,
		AWinShare: r.share(r.A.Wins), AGammonShare: r.share(r.A.Gammons), ABackgammonShare: r.share(r.A.Backgammons),
		BWinShare: r.share(r.B.Wins), BGammonShare: r.share(r.B.Gammons), BBackgammonShare: r.share(r.B.Backgammons),
		PliesPerGame: r.PliesPerGame(), PairScores: r.histogram(), Warnings: ppg.Warnings,
		ElapsedSeconds: r.Elapsed.Seconds(), GamesPerSecond: r.GamesPerSecond(),
	})
}

// record is a result's form in JSON.
type record struct {
	A       string `json:"a"`
	B       string `json:"b"`
	Variant string `json:"variant"`
	Seed    uint64 `json:"seed"`
	Paired  bool   `json:"paired"`

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

// known returns a number for JSON, which has neither infinities nor NaN.
func known(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func (r *Result) pairSD() float64 {
	if !r.Paired {
		return math.NaN()
	}
	return r.SD()
}

func (r *Result) histogram() []int {
	if !r.Paired {
		return nil
	}
	return r.PairScores[:]
}
