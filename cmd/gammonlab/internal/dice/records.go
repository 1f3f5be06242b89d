package dice

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/dice/fairness"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/internal/digest"
)

// testRecords tests the dice of the records that the arguments name.
func testRecords(c *cli.Context) (*fairness.Report, error) {
	if c.Int("limit") < 0 {
		return nil, cliutil.Usagef("--limit is %d, want at least 0", c.Int("limit"))
	}
	adviser, variant, err := adviserFromFlags(c)
	if err != nil {
		return nil, err
	}
	files, err := filesOf(c)
	if err != nil {
		return nil, err
	}
	bar := cliutil.NewBar(c, "dice", "records")
	defer bar.Finish()
	t := tester{c: c, adviser: adviser, variant: variant, seen: map[string]string{}}
	for i, file := range files {
		bar.Report(int64(i), int64(len(files)))
		if err := c.Context.Err(); err != nil {
			return nil, err
		}
		if err := t.add(file); err != nil {
			return nil, err
		}
	}
	bar.Report(int64(len(files)), int64(len(files)))
	if t.games.Records == 0 {
		return nil, fmt.Errorf("%s: no record of games", strings.Join(c.Args().Slice(), ", "))
	}
	return t.games.Report(t.source(), c.Int("limit")), nil
}

// tester adds the games of records to a test.
type tester struct {
	c       *cli.Context
	adviser *advice.Adviser // computes the luck; nil for none
	variant board.Variant   // variant of the adviser's model
	games   fairness.Games
	seen    map[string]string // first file with the games of a digest
}

// add adds the games of a file. If a file in a folder is damaged, add warns and skips it.
func (t *tester) add(path string) error {
	matches, err := cliutil.ReadRecords(t.c, path)
	switch {
	case err != nil && !slices.Contains(t.c.Args().Slice(), path):
		cliutil.Warn(t.c, "left out: %v", err)
		return nil
	case err != nil:
		return err
	}
	for i, m := range matches {
		if err := t.addMatch(m, record.NameOf(path, i, len(matches))); err != nil {
			return err
		}
	}
	return nil
}

// addMatch adds the games of a match.
func (t *tester) addMatch(match *record.Match, path string) error {
	switch {
	case t.isCopy(match, path):
		return nil
	case t.adviser != nil && match.Rules.Variant != t.variant:
		cliutil.WarnVariant(t.c, record.TitleOf(path), t.variant, match.Rules.Variant)
	}
	if err := t.games.Add(match, t.adviser); err != nil {
		return fmt.Errorf("%s: %w", record.TitleOf(path), err)
	}
	return nil
}

// isCopy reports whether an earlier file has the same games, and warns if so: rolls
// that count twice make fair dice look unfair.
func (t *tester) isCopy(match *record.Match, path string) bool {
	sum, err := digest.JSON(struct {
		Names [2]string
		Games []record.Game
	}{match.Names, match.Games})
	if err != nil { // the record has numbers that JSON cannot represent: do not compare it
		return false
	}
	earlier, found := t.seen[sum]
	if !found {
		t.seen[sum] = path
		return false
	}
	cliutil.Warn(t.c, "%s: the same games as in %s, counted once", record.TitleOf(path), record.TitleOf(earlier))
	return true
}

// source describes the tested dice.
func (t *tester) source() string {
	if t.games.Records == 1 && t.c.NArg() == 1 {
		return fmt.Sprintf("%s (games: %d)", record.TitleOf(t.c.Args().First()), t.games.Games)
	}
	return fmt.Sprintf("recorded games (games: %d, records: %d)", t.games.Games, t.games.Records)
}

// adviserFromFlags returns the adviser that computes the luck of rolls, nil without a
// model.
func adviserFromFlags(c *cli.Context) (*advice.Adviser, board.Variant, error) {
	if c.String("model") == "" {
		return nil, 0, nil
	}
	met, err := cube.FindMET(c.String("met"))
	if err != nil {
		return nil, 0, cliutil.Usagef("--met: %w", err)
	}
	net, err := cliutil.NetFromFlags(c)
	if err != nil {
		return nil, 0, err
	}
	return advice.OfStatic(net.Static(), advice.Options{MET: met, Beavers: true}), net.Game(), nil
}

// filesOf returns the files of the paths, standard input last.
func filesOf(c *cli.Context) ([]string, error) {
	paths := slices.DeleteFunc(c.Args().Slice(), func(path string) bool { return path == "-" })
	files, err := cliutil.MatchFiles(c, paths)
	if err == nil && len(paths) < c.NArg() {
		files = append(files, "-")
	}
	return files, err
}
