package report

import (
	"fmt"
	"math"

	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/internal/plaintext"
)

// verdict says in plain words how a match went.
type verdict struct {
	Headline  string
	Sentences []string
}

// names are what the players are called on a page.
func names(a, b string) [2]string { return [2]string{named("A", a), named("B", b)} }

func named(letter, name string) string {
	if name == "" || name == letter {
		return letter
	}
	return fmt.Sprintf("%s (%s)", letter, name)
}

// Likelihoods from which on a player is said to be the better one, that of an
// interval of 95 % which ends at 0, and to be probably that.
const (
	ahead  = 0.975
	likely = 0.8
)

// newVerdict returns what a match has shown: by the result without luck if there
// is one, since its interval is the narrower.
func newVerdict(r *evalbench.Result) verdict {
	players := names(r.NameA, r.NameB)
	result, sure, how := r.PPG(), r.Superiority(), ""
	if r.LuckOff {
		result, sure, how = r.Adjusted(), r.AdjustedSuperiority(), ", with the luck of the dice taken off"
	}
	if math.IsInf(result.Margin(), 1) {
		return verdict{"Too little was played to tell who is better.", nil}
	}
	better, worse := 0, 1
	if result.Center < 0 {
		better, worse, sure = 1, 0, 1-sure
		result.Center, result.Low, result.High = -result.Center, -result.High, -result.Low
	}
	if result.Contains(0) {
		headline := "It is not known who is better."
		if sure >= likely {
			headline = fmt.Sprintf("%s is probably better than %s, but that is not certain.", players[better], players[worse])
		}
		return verdict{headline, []string{
			fmt.Sprintf("%s %s%s: with 95 %% confidence between %s, which leaves room for either.",
				players[better], scored(r, &result), how, between(r, &result)),
			likelihood(players[better], sure) + " From 97.5 % on, the interval has room for one of them only.",
		}}
	}
	v := verdict{fmt.Sprintf("%s is better than %s.", players[better], players[worse]), []string{
		fmt.Sprintf("It %s%s: with 95 %% confidence between %s.", scored(r, &result), how, between(r, &result)),
		likelihood("it", sure),
	}}
	if r.LuckOff {
		played := r.PPG()
		v.Sentences = append(v.Sentences, fmt.Sprintf("As it was played, luck included, A %s (between %s).", scored(r, &played), between(r, &played)))
	}
	return v
}

// scored says what a player who has this mean does, after its name.
func scored(r *evalbench.Result, s *stats.Summary) string {
	if r.Rules.Length > 0 {
		return fmt.Sprintf("wins %.2f %% of the %s", percent(s.Center), units(r))
	}
	if s.Center < 0 {
		return fmt.Sprintf("loses %.4f points a game", -s.Center)
	}
	return fmt.Sprintf("gains %.4f points a game", s.Center)
}

// between spells the ends of an interval.
func between(r *evalbench.Result, s *stats.Summary) string {
	if r.Rules.Length > 0 {
		return fmt.Sprintf("%.2f and %.2f %%", percent(s.Low), percent(s.High))
	}
	return fmt.Sprintf("%+.4f and %+.4f", s.Low, s.High)
}

// percent turns the share of matches won less that lost into the share won.
func percent(x float64) float64 { return 50 + 50*x }

// likelihood says how sure it is that a player is the better one.
func likelihood(who string, sure float64) string {
	return fmt.Sprintf("The likelihood that %s is the better player: %s.", who, sureness(sure))
}

// sureness writes a likelihood. Nothing is certain after some games, so that there
// is neither 0 nor 100 %.
func sureness(sure float64) string {
	const near = 0.0001
	switch {
	case sure > 1-near:
		return "more than 99.99 %"
	case sure < near:
		return "less than 0.01 %"
	}
	return fmt.Sprintf("%.2f %%", 100*sure)
}

// units names what was played.
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

// size says how much was played.
func size(r *evalbench.Result) string {
	if r.Paired {
		return fmt.Sprintf("%s %s in %s pairs", plaintext.Thousands(r.Games), units(r), plaintext.Thousands(r.Pairs()))
	}
	return fmt.Sprintf("%s %s, not paired", plaintext.Thousands(r.Games), units(r))
}
