package train

import (
	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/td"
)

// resumeRun opens the folder of a run. The trainer is nil if the run is finished.
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
	if folder.Finished() {
		return folder, nil, nil, noteFinished(c)
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

// checkSameRun returns an error if the settings of the command differ from those of the
// run. With --resume, only the flags count, and the number of games may differ. It returns
// the positions from which games begin.
func checkSameRun(c *cli.Context, folder *td.Folder) (*player.Starts, error) {
	of := folder.Settings()
	cfg, s := of.Config, &of
	resume := c.Bool("resume")
	var err error
	if resume {
		if err := cliutil.RefuseWithResume(c, "from", "config"); err != nil {
			return nil, err
		}
		err = tdFlags(c, &s.Config, nil)
	} else {
		s, _, err = tdConfig(c)
	}
	if err != nil {
		return nil, err
	}
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	starts, err := cliutil.StartsOf(c, variant, s)
	if err != nil {
		return nil, err
	}
	if !resume || c.IsSet("starts") || c.IsSet("opening") {
		s.SetStarts(starts)
	}
	games := s.Games
	if resume {
		s.Games = cfg.Games
	}
	if err := cliutil.CheckSame(c, cfg.Same(&s.Config)); err != nil || !resume {
		return starts, err
	}
	if err := folder.SetGames(games); err != nil {
		return nil, cliutil.Usage(err)
	}
	return starts, nil
}
