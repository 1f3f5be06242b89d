package kinds

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board/record"
	"gammonlab/datasets/generate"
	"gammonlab/internal/plaintext"
	"gammonlab/work"
)

func generateKind() work.Kind[generate.Settings, *generate.Report] {
	return work.Kind[generate.Settings, *generate.Report]{
		Name: "dataset generate", Title: "Positions", Unit: "positions",
		Usage: "collect positions from games and files",
		About: "Collect positions from games between players, or from databases that jobs of this server have made, into a database. " + playerAbout,
		Help: `Creates a database of distinct positions: the positions before each roll of games between
players, before each action of match records (in any format of analyze), and those of lists
and other databases. Files are read first; with files, games are played only if --player is
given. Folders are searched for records at any depth. The first broken record ends the command;
with --keep-going it is reported, and its readable part is used.

--where selects positions by a pattern such as '6:2+ o20:2+ pips<120', see gammonlab record
search --help.

--position-weights informative gives each informative position a weight: the difference between
its 0-ply and 1-ply equities or, if these choose different plays, between the plays. --starts
draws positions by these weights. Without the flag, positions of lists and databases keep their
weights.

The positions have no labels, except with --trace, which labels self-play positions of a net with
luck-adjusted λ-returns of 1-ply evaluations over all rolls. With λ = 0 they equal the labels of
dataset label --method ply1. A return does not continue past a random play.
--cubeful adds such returns of the cubeful equity for each state of the cube, for weights cube --labels.

Example:
   gammonlab dataset generate --out all.parquet --positions 1000000
   gammonlab dataset generate --out some.parquet --noise 0.03 --per-game 10 \
      --quota contact=500000,race=50000,crashed=20000
   gammonlab dataset generate --out hard.parquet --positions 100000 --informative 0.05
   gammonlab dataset generate --out pool.parquet --positions 100000 --informative 0.01 \
      --position-weights informative
   gammonlab dataset generate --out played.parquet --records matches --keep-going
   gammonlab dataset generate --out ahead.parquet --where 'lead>20 cube:1' matches/*.mat
   gammonlab dataset generate --out labelled.parquet --trace 0.7 --games 20000 \
      --starts odd.parquet=2 --starts backgames.parquet --opening 0.5
   gammonlab dataset generate --out ply1.parquet --trace 0 --alternatives 3/0.1 --prune --positions 1000000
   gammonlab dataset generate --out cubes.parquet --trace 0.7 --cubeful --prune --sieve 5/0.2 --games 20000`,
		Farm: generate.JobKind, Run: runGenerate,
	}
}

func runGenerate(ctx context.Context, s *generate.Settings, env *work.Env) (*generate.Report, error) {
	var err error
	if s.Records, err = recordFiles(env, s.Records); err != nil {
		return nil, err
	}
	s.Workers, s.Pool, s.Replace, s.Stdin = env.Workers, env.Pool, env.Replace, env.In
	s.Warn = func(err error) { env.Warn(err.Error()) }
	s.Notice = env.Note
	s.Progress = func(counts *generate.Counts) {
		p := work.Progress{Done: counts.Positions, Total: s.Total(), Result: func() work.Result { return counts.Report(s) }}
		if s.Games > 0 && p.Total == 0 { // only the games end the work
			p.Done, p.Total, p.Unit = counts.Games, s.Games, "games"
			p.Note = plaintext.Thousands(counts.Positions) + " positions"
		}
		env.Progress(p)
	}
	counts, err := generate.Run(ctx, s)
	if errors.As(err, new(*generate.DamagedError)) {
		err = fmt.Errorf("%w (--keep-going uses what is readable and legal)", err)
	}
	if counts == nil || err != nil {
		return nil, err
	}
	return counts.Report(s), nil
}

// recordFiles returns the files of records that paths name. It warns of files without one.
func recordFiles(env *work.Env, paths []string) ([]string, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	found, err := record.FindRecords(paths...)
	if err != nil {
		return nil, err
	}
	files, err := found.Usable(paths, "record", env.Warn)
	if err != nil {
		return nil, err
	}
	return files, env.Reads("records", files...)
}
