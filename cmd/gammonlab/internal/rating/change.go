package rating

import (
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating"
	"gammonlab/rating/figures"
)

func changeCommand() *cli.Command {
	return &cli.Command{
		Name:      "change",
		Usage:     "print what a match does to two FIBS ratings",
		ArgsUsage: "RATING RATING",
		Description: `Prints, by the FIBS rating formula, the chance of each of two players with the given ratings to
win a match, and the changes of their ratings if they win or lose. The experience of a player is the
sum of the lengths of the earlier matches; below 400 points, ratings change faster.

--out draws the two curves of the FIBS FAQ, as PNG and SVG: the chance to win, and the change of
the first player's rating by a win, against the difference of the ratings, for matches to 1, 5 and
9 points and to the length of the match.

Example:
   gammonlab rating change 1750 1600 --match 7
   gammonlab rating change 1500 1812.5 --match 5 --experience 20,3100 --out figures`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "match", Usage: "match length of `N` points, required"},
			&cli.StringFlag{Name: "experience", Value: "400", Usage: "experience of both players, or of each with a comma, `POINTS`; 400 for 400 or more"},
			&cli.StringFlag{Name: "out", Usage: "draw the curves of the formula into `FOLDER`"},
			cliutil.JSONFlag(rating.MatchChange{}),
		},
		Action: runChange,
	}
}

// runChange runs the command.
func runChange(c *cli.Context) error {
	if n := c.Int("match"); n < 1 || n > board.MaxMatchLength {
		return cliutil.Usagef("--match is %d, want 1 to %d", n, board.MaxMatchLength)
	}
	ratings, err := twoRatings(c.Args().Slice())
	if err != nil {
		return err
	}
	experience, err := twoExperiences(c.String("experience"))
	if err != nil {
		return err
	}
	change := rating.NewMatchChange(c.Int("match"), ratings, experience)
	if folder := c.String("out"); folder != "" {
		if err := figures.Change(change, folder); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, change)
}

// mostRating is far above any rating.
const mostRating = 10_000

// twoRatings reads the arguments.
func twoRatings(words []string) (ratings [2]float64, err error) {
	if len(words) != len(ratings) {
		return ratings, cliutil.Usagef("%d arguments, want two ratings", len(words))
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(math.Abs(x) <= mostRating) {
			return ratings, cliutil.Usagef("%q is no rating, want a number up to %d", word, mostRating)
		}
		ratings[i] = x
	}
	return ratings, nil
}

// twoExperiences reads the experience of two players, which is the same if the text is one
// number.
func twoExperiences(text string) (experience [2]int, err error) {
	first, second, two := strings.Cut(text, ",")
	if !two {
		second = first
	}
	for i, word := range []string{first, second} {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			return experience, cliutil.Usagef("--experience is %q, want a number of points, or two with a comma", text)
		}
		experience[i] = n
	}
	return experience, nil
}
