package report

import (
	"fmt"
	"math"

	"gammonlab/evalbench"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// names returns the names of the players on a page.
func names(a, b string) [2]string { return [2]string{nameOf("A", a), nameOf("B", b)} }

func nameOf(letter, name string) string {
	if name == "" || name == letter {
		return letter
	}
	return fmt.Sprintf("%s (%s)", letter, name)
}

// Smallest likelihoods for calling a player better (the likelihood if an end of the 95 %
// interval is 0), and for calling a player probably better.
const (
	ahead  = 0.975
	likely = 0.8
)

// newVerdict returns the verdict of a match, by the luck-adjusted result if there is
// one, because its interval is narrower.
func newVerdict(r *evalbench.Result) htmlpage.Verdict {
	players := names(r.NameA, r.NameB)
	result, sure, how := r.PPG(), r.Superiority(), ""
	if r.LuckOff {
		result, sure, how = r.Adjusted(), r.AdjustedSuperiority(), ", luck-adjusted"
	}
	if math.IsInf(result.Margin(), 1) || result.Margin() == 0 && result.Center != 0 && max(sure, 1-sure) < ahead {
		return htmlpage.Verdict{Headline: "There are too few games to show who is better."}
	}
	better, worse := 0, 1
	if result.Center < 0 {
		better, worse, sure = 1, 0, 1-sure
		result.Center, result.Low, result.High = -result.Center, -result.High, -result.Low
	}
	if result.Contains(0) {
		headline := "The match does not show who is better."
		if sure >= likely {
			headline = fmt.Sprintf("%s is probably better than %s, but that is not certain.", players[better], players[worse])
		}
		return htmlpage.Verdict{Headline: headline, Sentences: []string{
			fmt.Sprintf("%s %s%s: with 95 %% confidence between %s, so either may be better.",
				players[better], scored(r, &result), how, between(r, &result)),
			likelihood(players[better], sure) + "From 97.5 % on, the interval excludes the other.",
		}}
	}
	v := htmlpage.Verdict{Headline: fmt.Sprintf("%s is better than %s.", players[better], players[worse]), Sentences: []string{
		fmt.Sprintf("It %s%s: with 95 %% confidence between %s.", scored(r, &result), how, between(r, &result)),
		likelihood("it", sure),
	}}
	if r.LuckOff {
		played := r.PPG()
		v.Sentences = append(v.Sentences, fmt.Sprintf("As it was played, luck included, A %s (between %s).", scored(r, &played), between(r, &played)))
	}
	return v
}

// scored describes a mean score, as text to follow a player's name.
func scored(r *evalbench.Result, s *evalbench.Summary) string {
	if r.Rules.Length > 0 {
		return fmt.Sprintf("wins %.2f %% of the %s", percent(s.Center), units(r))
	}
	if s.Center < 0 {
		return fmt.Sprintf("loses %.4f points a game", -s.Center)
	}
	return fmt.Sprintf("gains %.4f points a game", s.Center)
}

// between formats the ends of an interval.
func between(r *evalbench.Result, s *evalbench.Summary) string {
	if r.Rules.Length > 0 {
		return fmt.Sprintf("%.2f and %.2f %%", percent(s.Low), percent(s.High))
	}
	return fmt.Sprintf("%+.4f and %+.4f", s.Low, s.High)
}

// percent converts the share of matches won less the share lost to the share won, in
// percent.
func percent(x float64) float64 { return 50 + 50*x }

// likelihood returns a sentence about the likelihood that a player is the better one.
func likelihood(who string, sure float64) string {
	return fmt.Sprintf("The likelihood that %s is the better player: %s.", who, sureness(sure))
}

// sureness formats a likelihood. It never returns 0 or 100 %, because nothing is
// certain after finitely many games. A likelihood of NaN is unknown.
func sureness(sure float64) string {
	const near = 0.0001
	switch {
	case math.IsNaN(sure):
		return "unknown"
	case sure > 1-near:
		return "more than 99.99 %"
	case sure < near:
		return "less than 0.01 %"
	}
	return fmt.Sprintf("%.2f %%", 100*sure)
}

// units returns the plural noun of the unit: games or matches.
func units(r *evalbench.Result) string {
	if r.Rules.Length > 1 {
		return "matches"
	}
	return "games"
}

// unit is the singular of units.
func unit(r *evalbench.Result) string {
	if r.Rules.Length > 1 {
		return "match"
	}
	return "game"
}

// size returns the number of games or matches as text.
func size(r *evalbench.Result) string {
	if r.Paired {
		return fmt.Sprintf("%s %s in %s pairs", plaintext.Thousands(r.Games), units(r), plaintext.Thousands(r.Pairs()))
	}
	return fmt.Sprintf("%s %s, not paired", plaintext.Thousands(r.Games), units(r))
}
