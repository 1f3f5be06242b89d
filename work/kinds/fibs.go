package kinds

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/internal/setting"
	"gammonlab/rating"
	"gammonlab/rating/figures"
	"gammonlab/work"
)

// changeWork has the settings of the command rating change.
type changeWork struct {
	Ratings    []string `json:"ratings" place:"RATING RATING" help:"<RATING>s of both players"`
	Match      int      `json:"match" help:"match length of <N> points, required"`
	Experience string   `json:"experience" default:"400" help:"experience of both players, or of each with a comma, <POINTS>; 400 for 400 or more"`
	Out        string   `json:"out" path:"folder" files:"*.png *.svg" help:"draw the curves of the formula into <FOLDER>"`

	ratings    [2]float64 // after Validate
	experience [2]int
}

// mostRating is far above any rating.
const mostRating = 10_000

// Validate reads the numbers. It returns an error for the first invalid setting.
func (w *changeWork) Validate() error {
	if err := setting.Check("match", w.Match >= 1 && w.Match <= board.MaxMatchLength, "is %d, want 1 to %d", w.Match, board.MaxMatchLength); err != nil {
		return err
	}
	if len(w.Ratings) != len(w.ratings) {
		return fmt.Errorf("%d arguments, want two ratings", len(w.Ratings))
	}
	for i, word := range w.Ratings {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(math.Abs(x) <= mostRating) {
			return fmt.Errorf("%q is no rating, want a number up to %d", word, mostRating)
		}
		w.ratings[i] = x
	}
	return w.readExperience()
}

// readExperience reads the experience of two players, which is the same if the text is one
// number.
func (w *changeWork) readExperience() error {
	first, second, two := strings.Cut(w.Experience, ",")
	if !two {
		second = first
	}
	for i, word := range []string{first, second} {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			return setting.Errorf("%s is %q, want a number of points, or two with a comma", setting.Name("experience"), w.Experience)
		}
		w.experience[i] = n
	}
	return nil
}

func changeKind() work.Kind[changeWork, *rating.MatchChange] {
	return work.Kind[changeWork, *rating.MatchChange]{
		Name: "rating change", Title: "Change of ratings", Unit: "matches",
		Usage: "print what a match does to two FIBS ratings",
		Help: `Prints, by the FIBS rating formula, the chance of each of two players with the given ratings to
win a match, and the changes of their ratings if they win or lose. The experience of a player is the
sum of the lengths of the earlier matches; below 400 points, ratings change faster.

--out draws the two curves of the FIBS FAQ, as PNG and SVG: the chance to win, and the change of
the first player's rating by a win, against the difference of the ratings, for matches to 1, 5 and
9 points and to the length of the match.

Example:
   gammonlab rating change 1750 1600 --match 7
   gammonlab rating change 1500 1812.5 --match 5 --experience 20,3100 --out figures`,
		Local: true, Serial: true,
		Run: func(_ context.Context, w *changeWork, _ *work.Env) (*rating.MatchChange, error) {
			change := rating.NewMatchChange(w.Match, w.ratings, w.experience)
			if w.Out != "" {
				if err := figures.Change(change, w.Out); err != nil {
					return nil, err
				}
			}
			return change, nil
		},
	}
}

// tableWork has the settings of the command rating table.
type tableWork struct {
	Names []string `json:"names" place:"favorite | underdog | ratio | average" help:"table"`
}

// table returns the table with the name, nil if there is none.
func (w *tableWork) table() *rating.Table {
	all := rating.Tables()
	i := slices.IndexFunc(all, func(t rating.Table) bool { return slices.Equal(w.Names, []string{t.Name}) })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// Validate returns an error for another name than that of a table.
func (w *tableWork) Validate() error {
	if w.table() != nil {
		return nil
	}
	var names []string
	for _, table := range rating.Tables() {
		names = append(names, table.Name)
	}
	return fmt.Errorf("want one of %s", strings.Join(names, ", "))
}

func tableKind() work.Kind[tableWork, *rating.Table] {
	return work.Kind[tableWork, *rating.Table]{
		Name: "rating table", Title: "Tables of the rating formula", Unit: "tables",
		Usage: "print tables of the FIBS rating formula",
		Help: `Prints a table of the FIBS rating formula by rating difference and match length, for players with
an experience of 400 points or more: favorite and underdog, the rating points exchanged if the
favorite or the underdog wins; ratio, the ratio of the two; average, the share of matches that
the favorite wins.

Example:
   gammonlab rating table average`,
		Local: true, Serial: true,
		Run: func(_ context.Context, w *tableWork, _ *work.Env) (*rating.Table, error) { return w.table(), nil },
	}
}
