package evalbench

import (
	"fmt"
	"math"
	"strings"
	"time"

	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// Text returns the result as a block of lines. Points per game are in thousandths
// (mEq); a ~ after them marks an interval that contains 0: the match does not show
// which player is better. W, G and BG are the shares of all games that a side won, won
// with at least a gammon, and won with a backgammon. Ratings are computed from the
// share of wins. "A better" is the likelihood of superiority, by the points of money
// games and the wins of matches. Only the last line differs between equal matches.
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
		fmt.Fprintf(&b, "warning: %d %s stopped as too long score 0\n", r.Unfinished, r.Rules.units())
	}
	summary := r.PPG()
	for _, w := range summary.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	if r.Paired && r.Rules.Cubeless() {
		fmt.Fprintf(&b, "pairs -3 … +3: %v\n", r.PairScores)
	}
	fmt.Fprintf(&b, "%.0f %s/s   %v\n", r.GamesPerSecond(), r.Rules.units(), r.Elapsed.Round(10*time.Millisecond))
	return b.String()
}

// luckText returns the luck-adjusted result.
func (r *Result) luckText() string {
	s := r.Adjusted()
	return fmt.Sprintf("luck-adjusted  %s   variance ÷ %s   %s", r.equityText(&s), plaintext.OrUnknown("%.1f", r.LuckFactor()), betterText(r.AdjustedSuperiority()))
}

// JudgeNotes describes the players whose errors say little: see [analysis.Note].
func (r *Result) JudgeNotes() []string {
	var all []string
	for side, letter := range []string{sideA: "A", sideB: "B"} {
		e := &r.Errors[side]
		if note := analysis.Note(letter, e.Plays+e.Cubes, e.PlayError+e.CubeError); r.Judged && note != "" {
			all = append(all, note)
		}
	}
	return all
}

// errorsText returns the costs of a side's decisions.
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
		elo := share.Map(Elo, 0, 1)
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
func betterText(likelihood float64) string {
	return "A better: " + plaintext.OrUnknown("%.1f %%", 100*likelihood)
}

// fibs returns the difference of FIBS ratings for a share of matches won.
func (r *Result) fibs(share float64) float64 { return FIBS(share, int(r.Rules.Length)) }

// ratingText formats a difference of ratings with its interval, which is not symmetric.
func ratingText(s *Summary) string {
	return fmt.Sprintf("%+.1f (%+.1f to %+.1f)", s.Center, s.Low, s.High)
}

// cubeText describes the use of the cube.
func (r *Result) cubeText() string {
	games := float64(max(r.Games, 1))
	if r.Rules.Cube {
		return fmt.Sprintf("cube  mean %.2f   passed doubles end %.1f %% of games",
			float64(r.Cubes)/games, 100*float64(r.Drops)/games)
	}
	return fmt.Sprintf("cube  %.2f games/match   passed doubles end %.1f %% of them",
		float64(r.MatchGames)/games, 100*float64(r.Drops)/float64(max(r.MatchGames, 1)))
}

// size returns the number of games or matches, with the pairs.
func (r *Result) size() string {
	if r.Paired {
		return fmt.Sprintf("%d %s in %s", r.Games, r.Rules.units(), plaintext.Counted(r.Pairs(), "pair", "pairs"))
	}
	return fmt.Sprintf("%d %s, not paired", r.Games, r.Rules.units())
}

func (r *Result) ppgText() string {
	s := r.PPG()
	return r.equityText(&s)
}

// equityText formats a mean of points in mEq; for matches, the share of wins.
func (r *Result) equityText(s *Summary) string {
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
	return unit + " sd " + plaintext.OrUnknown("%.2f", r.SD())
}

func (r *Result) winsText(w *Wins) string {
	percent := func(count int) float64 { return 100 * r.share(count) }
	if r.Rules.Length > 0 {
		return fmt.Sprintf("W %.1f %%", percent(w.Wins))
	}
	return fmt.Sprintf("W %.1f %%  G %.1f %%  BG %.1f %%",
		percent(w.Wins), percent(w.Gammons), percent(w.Backgammons))
}
