package records

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/spots"
	"gammonlab/evalbench/analyses"
	"gammonlab/internal/workers"
)

func searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "search positions in records",
		ArgsUsage: "FILE|DIR...",
		Description: `Prints the decisions in records whose positions meet all criteria: position ID with match ID,
file, game and line, roll, player and action. Records of matches and positions may have any
format of analyze; folders are searched at any depth.

PATTERN is a list of terms that must all be true for the player on roll:
   6:2+ o20:2+   two or more checkers on the own 6 point, and on the opponent's 20 point
   bar:0 off:1-3 the same for bar and borne-off checkers; 2- is 2 or fewer
   pips<120 lead>20 blots:1+ back:4+
   away:1 oaway<=3 score:0 length:7 crawford:yes cube:2 owner:player
docs/records.md has all of them.

--threshold selects decisions by their cost in mEq (thousandths of normalised equity), from the
analysis in the file or else from an analysis by the net, which takes some seconds per game and
is cached.

The first unreadable file or illegal play ends the search; with --keep-going such files are
reported, and their readable part is searched.

Example:
   gammonlab record search --kind backgame matches/
   gammonlab record search --where 'away:2 oaway:2 cube:1' --dice 66 matches/ more.sgf
   gammonlab record search --name Anna --threshold 100mEq --json matches/
   gammonlab record search --class race --where 'lead>10' --out races.parquet matches/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "where", Usage: "only positions that match `PATTERN`, such as '6:2+ pips<120'"},
			&cli.StringFlag{Name: "kind", Usage: "only positions of these kinds: " + strings.ReplaceAll(board.KindNames(board.Kinds()), ",", ", ") + ", joined by commas: `KINDS`"},
			&cli.StringFlag{Name: "class", Usage: "only positions of these `CLASSES`, joined by commas: contact, crashed, race"},
			&cli.StringFlag{Name: "dice", Usage: "only decisions after this `ROLL`, such as 31, or several joined by commas"},
			&cli.StringFlag{Name: "name", Usage: "only decisions of player `NAME`"},
			cliutil.EquityFlag("threshold", 0, "only decisions that cost `EQUITY` or more; 0 for all"),
			&cli.StringFlag{Name: "out", Usage: "write the positions to `FILE`: a database if it ends in .parquet, else a list of IDs"},
			&cli.BoolFlag{Name: "keep-going", Usage: "report broken files and continue with the others"},
			cliutil.CacheFlag(), cliutil.JSONLinesFlag(hit{}, written{}),
		}, cliutil.AnalysisFlags()...),
		Action: runSearch,
	}
}

// runSearch runs the command.
func runSearch(c *cli.Context) error {
	criteria, err := criteriaFromFlags(c)
	if err != nil {
		return err
	}
	names, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	files, err := cliutil.RecordFiles(c, names)
	if err != nil {
		return err
	}
	options, err := judgeFromFlags(c)
	if err != nil {
		return err
	}
	out := newHits(c)
	s := searcher{criteria: criteria, analysis: options, files: files, keepGoing: c.Bool("keep-going")}
	if err := s.run(c, out); err != nil {
		if options != nil {
			err = cliutil.Resumable(err, "the finished analyses are kept; resume with the same command")
		}
		return err
	}
	return out.finish()
}

// searcher searches files.
type searcher struct {
	criteria  *spots.Criteria
	analysis  *analyses.Options // nil if the search is not for errors
	files     []string
	keepGoing bool
}

// fileHits has the hits in a file, or its error.
type fileHits struct {
	hits    []hit
	notices []string // of the reader
	err     error
}

// run searches all files and passes the hits to out, in the order of the files.
func (s *searcher) run(c *cli.Context, out *hits) error {
	bar := cliutil.NewBar(c, "search", "files")
	defer bar.Finish()
	bar.Begin(0, int64(len(s.files)))
	crew := make([]struct{}, cliutil.Workers(c))
	if s.analysis != nil {
		crew = crew[:1] // the analysis itself uses all cores
	}
	search := func(ctx context.Context, _ struct{}, i int) (fileHits, error) {
		return s.file(ctx, s.files[i]), ctx.Err()
	}
	return workers.Ordered(c.Context, crew, workers.Numbers(0, len(s.files)), search, func(i int, f fileHits) error {
		for _, text := range f.notices {
			cliutil.Note(c, "%s", text)
		}
		switch {
		case f.err != nil && !s.keepGoing:
			return fmt.Errorf("%w (--keep-going searches what is readable and legal)", f.err)
		case f.err != nil:
			cliutil.Warn(c, "%v", f.err)
		}
		bar.Set(int64(i + 1))
		return out.add(f.hits)
	})
}

// file searches a file.
func (s *searcher) file(ctx context.Context, name string) (f fileHits) {
	matches, err := record.LoadAll(name)
	for i, m := range matches {
		f.search(ctx, s, record.NameOf(name, i, len(matches)), m)
	}
	f.err = errors.Join(err, f.err)
	return f
}

// search adds the hits in a match.
func (f *fileHits) search(ctx context.Context, s *searcher, name string, m *record.Match) {
	for _, n := range m.Notices {
		f.notices = append(f.notices, fmt.Sprintf("%s: %v", name, n))
	}
	var all []spots.Spot
	var err error
	if s.analysis == nil || spots.HasAnalysis(m) {
		all, err = s.criteria.Search(m)
		err = ofFile(name, err)
	} else {
		all, err = s.judged(ctx, name)
	}
	f.err = errors.Join(f.err, err)
	for _, spot := range all {
		f.hits = append(f.hits, newHit(spot, name, m.Rules.Variant))
	}
}

// judged searches a record for errors that only its analysis shows.
func (s *searcher) judged(ctx context.Context, name string) (all []spots.Spot, err error) {
	var bad error
	err = cliutil.AnalyseRecords(ctx, []string{name}, *s.analysis, func(r *analyses.Result) error {
		if bad = r.Err; bad == nil {
			all, err = s.criteria.SearchReport(r.Report)
			bad = ofFile(name, err)
		}
		return nil
	})
	return all, errors.Join(err, bad)
}

// ofFile adds the name of a file to its error, nil for none.
func ofFile(name string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// criteriaFromFlags reads the criteria.
func criteriaFromFlags(c *cli.Context) (*spots.Criteria, error) {
	s := &spots.Criteria{Player: c.String("name"), Lost: cliutil.Equity(c, "threshold")}
	if c.IsSet("threshold") && !(s.Lost > 0) {
		return nil, cliutil.Usagef("--threshold is %s, want more than 0", c.String("threshold"))
	}
	for _, f := range []struct {
		flag string
		read func(text string) error
	}{
		{"where", func(text string) (err error) { s.Where, err = pattern.Parse(text); return err }},
		{"kind", func(text string) (err error) { s.Kinds, err = board.ParseKinds(text); return err }},
		{"class", func(text string) (err error) { s.Classes, err = engine.ParseClassList(text); return err }},
		{"dice", func(text string) (err error) { s.Rolls, err = spots.ParseRolls(text); return err }},
	} {
		if !c.IsSet(f.flag) {
			continue
		}
		if err := f.read(c.String(f.flag)); err != nil {
			return nil, cliutil.Usagef("--%s: %w", f.flag, err)
		}
	}
	return s, nil
}

// judgeFromFlags returns the options of the analysis that finds errors, nil if the search
// is not for errors.
func judgeFromFlags(c *cli.Context) (*analyses.Options, error) {
	if !c.IsSet("threshold") {
		return nil, nil
	}
	o, err := cliutil.AnalysisFromFlags(c)
	if err != nil {
		return nil, err
	}
	cache, err := cliutil.AnalysisCache(c, o)
	return &analyses.Options{Analysis: *o, Cache: cache}, err
}
