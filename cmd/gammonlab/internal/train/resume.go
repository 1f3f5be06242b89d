package train

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/selfplay"
	"gammonlab/td"
)

// resumeRun opens the folder of an interrupted run.
func resumeRun(c *cli.Context) (*td.Folder, *td.Trainer, *engine.Databases, error) {
	folder, err := td.Open(c.String("out"))
	if err != nil {
		return nil, nil, nil, err
	}
	databases, err := cliutil.DatabasesOfRun(c, folder.Endings())
	if err != nil {
		return nil, nil, nil, err
	}
	starts, err := checkSameRun(c, folder)
	if err != nil {
		return nil, nil, nil, err
	}
	trainer, err := folder.Resume()
	if err != nil {
		return nil, nil, nil, err
	}
	if err := trainer.SetStarts(starts); err != nil {
		folder.Close()
		return nil, nil, nil, err
	}
	return folder, trainer, databases, nil
}

// checkSameRun returns an error if the flags differ from the settings of the run, except
// for the number of games. It returns the positions from which games begin.
func checkSameRun(c *cli.Context, folder *td.Folder) (*selfplay.Starts, error) {
	if err := cliutil.RefuseWithResume(c, "from", "config"); err != nil {
		return nil, err
	}
	s := folder.Settings()
	cfg := s.Config
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	if err := tdFlags(c, &s.Config, nil); err != nil {
		return nil, err
	}
	starts, err := cliutil.StartsOf(c, variant, &s)
	if err != nil {
		return nil, err
	}
	if c.IsSet("starts") || c.IsSet("opening") {
		s.SetStarts(starts)
	}
	games := s.Games
	s.Games = cfg.Games
	if err := cliutil.CheckSame(c, cfg.Difference(&s.Config)); err != nil {
		return nil, err
	}
	if err := folder.SetGames(games); err != nil {
		return nil, cliutil.Usage(err)
	}
	return starts, nil
}
