package report

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// units formats amounts of a match or a money session.
type units struct {
	length int
}

// of returns the names of the units of an amount.
func (u units) of() string {
	if u.length > 0 {
		return "EMG (MWC)"
	}
	return "equity (points)"
}

// rates returns the names of the units of a mean amount.
func (u units) rates() string {
	if u.length > 0 {
		return "mEMG (MWC)"
	}
	return "mEq (points)"
}

// lost formats an error.
func (u units) lost(a analysis.Amount) string {
	return u.amount(analysis.Amount{Equity: -a.Equity, Cost: -a.Cost})
}

// amount formats an amount with its sign.
func (u units) amount(a analysis.Amount) string {
	return fmt.Sprintf("%s (%s)", signed(a.Equity, 3), u.cost(a.Cost))
}

// rate formats a mean amount, nil for no mean.
func (u units) rate(a *analysis.Amount, sign float64) string {
	if a == nil {
		return analysis.NoRating
	}
	return fmt.Sprintf("%s (%s)", signed(1000*sign*a.Equity, 1), u.cost(sign*a.Cost))
}

// cost formats points, or a match-winning chance in percent.
func (u units) cost(x float64) string {
	if u.length > 0 {
		return signed(100*x, 3) + "%"
	}
	return signed(x, 3)
}

// result formats a result, nil for none.
func (u units) result(x *float64) string {
	if x == nil {
		return analysis.NoRating
	}
	if u.length > 0 {
		return signed(100**x, 2) + "%"
	}
	return signed(*x, 3)
}

// count formats the number and the cost of the faults of a kind.
func (u units) count(c analysis.Count) string {
	if c.Count == 0 {
		return "0"
	}
	return fmt.Sprintf("%d  %s", c.Count, u.lost(c.Error))
}

// signed formats x with its sign and the given number of decimals; 0 has no sign.
func signed(x float64, decimals int) string {
	if math.Abs(x) < 0.5*math.Pow10(-decimals) {
		return fmt.Sprintf("%.*f", decimals, 0.0)
	}
	return fmt.Sprintf("%+.*f", decimals, x)
}

// optional formats a number that may be missing.
func optional(x *float64, format string, factor float64) string {
	if x == nil {
		return analysis.NoRating
	}
	return positiveZero(fmt.Sprintf(format, factor**x))
}

// positiveZero removes the sign of a number that is rounded to zero.
func positiveZero(text string) string {
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
	}
	return text
}

// advantage formats a mean with its interval.
func advantage(a *analysis.Advantage) string {
	return fmt.Sprintf("%s ± %.3f", signed(a.Mean, 3), a.Interval)
}

// tables returns the statistics as tables, with a column of labels and one for each player.
func tables(s *analysis.Statistics, length int) []plaintext.Table {
	u := units{length}
	return []plaintext.Table{plays(s, u), luck(s, u), cubes(s, u), overall(s, u)}
}

// line returns a row with the texts of spell for both players.
func line(s *analysis.Statistics, label string, spell func(*analysis.PlayerStatistics) string) []string {
	return []string{label, spell(&s[board.PlayerO]), spell(&s[board.PlayerX])}
}

// errorLine returns a row about errors. For the judge it has the text ofJudge.
func errorLine(s *analysis.Statistics, label, ofJudge string, spell func(*analysis.PlayerStatistics) string) []string {
	return line(s, label, func(p *player) string {
		if p.Judge {
			return ofJudge
		}
		return spell(p)
	})
}

// detail is errorLine for values that are not sums, with a dash for the judge.
func detail(s *analysis.Statistics, label string, spell func(*analysis.PlayerStatistics) string) []string {
	return errorLine(s, label, "–", spell)
}

// counts returns a row of counts.
func counts(s *analysis.Statistics, label string, get func(*analysis.PlayerStatistics) int) []string {
	return line(s, label, func(p *analysis.PlayerStatistics) string { return fmt.Sprint(get(p)) })
}

// marks returns a row with the number of plays that have a mark.
func marks(s *analysis.Statistics, label string, mark analysis.Mark) []string {
	return detail(s, label, func(p *player) string { return fmt.Sprint(p.Plays.Marks[mark]) })
}

type player = analysis.PlayerStatistics

func plays(s *analysis.Statistics, u units) plaintext.Table {
	return plaintext.Table{Title: "Checker play", Rows: [][]string{
		counts(s, "Rolls", func(p *player) int { return p.Plays.Total }),
		counts(s, "Unforced plays", func(p *player) int { return p.Plays.Unforced }),
		marks(s, "Doubtful", analysis.Doubtful),
		marks(s, "Bad", analysis.Bad),
		marks(s, "Very bad", analysis.VeryBad),
		errorLine(s, "Error, "+u.of(), analysis.NotJudged, func(p *player) string { return u.lost(p.Plays.Error) }),
		detail(s, "Error per unforced play, "+u.rates(), func(p *player) string { return u.rate(p.Plays.Rate, -1) }),
		detail(s, "Rating", func(p *player) string { return p.Plays.Rating }),
	}}
}

func luck(s *analysis.Statistics, u units) plaintext.Table {
	return plaintext.Table{Title: "Luck", Rows: [][]string{
		counts(s, "Very lucky rolls", func(p *player) int { return p.Luck.Marks[analysis.VeryLucky] }),
		counts(s, "Lucky", func(p *player) int { return p.Luck.Marks[analysis.Lucky] }),
		counts(s, "Unlucky", func(p *player) int { return p.Luck.Marks[analysis.Unlucky] }),
		counts(s, "Very unlucky", func(p *player) int { return p.Luck.Marks[analysis.VeryUnlucky] }),
		line(s, "Luck, "+u.of(), func(p *player) string { return u.amount(p.Luck.Total) }),
		line(s, "Luck per roll, "+u.rates(), func(p *player) string { return u.rate(p.Luck.Rate, 1) }),
		line(s, "Rating", func(p *player) string { return p.Luck.Rating }),
	}}
}

func cubes(s *analysis.Statistics, u units) plaintext.Table {
	fault := func(label string, get func(*analysis.CubeStatistics) analysis.Count) []string {
		return detail(s, label, func(p *player) string { return u.count(get(&p.Cube)) })
	}
	type cube = analysis.CubeStatistics
	return plaintext.Table{Title: "Cube", Rows: [][]string{
		counts(s, "Cube decisions", func(p *player) int { return p.Cube.Total }),
		counts(s, "Close or actual ones", func(p *player) int { return p.Cube.CloseOrActual }),
		counts(s, "Doubles", func(p *player) int { return p.Cube.Doubles }),
		counts(s, "Takes", func(p *player) int { return p.Cube.Takes }),
		counts(s, "Passes", func(p *player) int { return p.Cube.Passes }),
		fault("Missed doubles below the cash point", func(c *cube) analysis.Count { return c.MissedDouble }),
		fault("Missed doubles above it", func(c *cube) analysis.Count { return c.MissedCash }),
		fault("Wrong doubles below the doubling point", func(c *cube) analysis.Count { return c.EarlyDouble }),
		fault("Wrong doubles when too good", func(c *cube) analysis.Count { return c.LostGammon }),
		fault("Wrong takes", func(c *cube) analysis.Count { return c.WrongTake }),
		fault("Wrong passes", func(c *cube) analysis.Count { return c.WrongPass }),
		errorLine(s, "Error, "+u.of(), analysis.NotJudged, func(p *player) string { return u.lost(p.Cube.Error) }),
		detail(s, "Error per close or actual one, "+u.rates(), func(p *player) string { return u.rate(p.Cube.Rate, -1) }),
		detail(s, "Rating", func(p *player) string { return p.Cube.Rating }),
	}}
}

func overall(s *analysis.Statistics, u units) plaintext.Table {
	t := plaintext.Table{Title: "Overall", Rows: [][]string{
		errorLine(s, "Error, "+u.of(), analysis.NotJudged, func(p *player) string { return u.lost(p.Overall.Error) }),
		detail(s, "Error per decision, "+u.rates(), func(p *player) string { return u.rate(p.Overall.Rate, -1) }),
		detail(s, "Performance rating (PR) of XG", func(p *player) string { return optional(p.Overall.PR, "%.2f", 1) }),
		detail(s, "Snowie error rate", func(p *player) string { return optional(p.Overall.Snowie, "%.1f", -1000) }),
		detail(s, "Rating", func(p *player) string { return p.Overall.Rating }),
		line(s, "Result", func(p *player) string { return u.result(p.Overall.Result) }),
		line(s, "Luck-adjusted result", func(p *player) string { return u.result(p.Overall.LuckAdjusted) }),
	}}
	if s[0].Overall.Points != nil {
		t.Rows = append(t.Rows,
			line(s, "Points per game", func(p *player) string { return advantage(p.Overall.Points) }),
			line(s, "Points per game, luck-adjusted", func(p *player) string { return advantage(p.Overall.LuckAdjustedPoints) }))
	}
	if s[0].Overall.FIBS != nil {
		t.Rows = append(t.Rows,
			detail(s, "MWC against this opponent, by errors", func(p *player) string { return optional(p.Overall.AgainstOpponent, "%.2f%%", 100) }),
			line(s, "Luck-based FIBS rating difference", func(p *player) string { return optional(p.Overall.LuckFIBS, "%+.0f", 1) }),
		)
		t.Rows = append(t.Rows, ratings(s, "gnubg's manual", func(o *analysis.Overall) *analysis.FIBS { return o.FIBS })...)
	}
	if s[0].Overall.StudyFIBS != nil {
		t.Rows = append(t.Rows, ratings(s, "gammonlab's study", func(o *analysis.Overall) *analysis.FIBS { return o.StudyFIBS })...)
	}
	return t
}

// ratings returns the rows of the ratings by one set of coefficients.
func ratings(s *analysis.Statistics, origin string, of func(*analysis.Overall) *analysis.FIBS) [][]string {
	return [][]string{
		detail(s, "Error-based FIBS rating, "+origin, func(p *player) string { return fibs(of(&p.Overall)) }),
		detail(s, "Rating lost by checker play", func(p *player) string { return optional(of(&p.Overall).PlayLoss, "%.0f", 1) }),
		detail(s, "Rating lost by the cube", func(p *player) string { return optional(of(&p.Overall).CubeLoss, "%.0f", 1) }),
	}
}

// fibs formats a rating with its 95 % interval.
func fibs(f *analysis.FIBS) string {
	if f.Rating == nil || f.Interval == nil {
		return optional(f.Rating, "%.0f", 1)
	}
	return fmt.Sprintf("%.0f ± %.0f", *f.Rating, *f.Interval)
}
