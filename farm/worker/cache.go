package worker

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gammonlab/farm"
	"gammonlab/farm/wire"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
)

// cache is the folder of a worker's files, whose names are their SHA-256.
type cache struct {
	client *wire.Client
	folder string
}

// find returns the path of the owner's file. It fetches a missing or damaged file.
func (c *cache) find(ctx context.Context, owner string, f farm.File) (string, error) {
	if !digest.Valid(f.SHA256) {
		return "", fmt.Errorf("%q is not a SHA-256", f.SHA256)
	}
	path := filepath.Join(c.folder, f.SHA256)
	if got, err := digest.File(path); err == nil && got == f.SHA256 {
		return path, nil
	}
	if err := os.MkdirAll(c.folder, 0o777); err != nil {
		return "", err
	}
	err := atomicfile.Write(path, func(w io.Writer) error { return c.fetch(ctx, owner, f, w) })
	if err != nil {
		return "", fmt.Errorf("%w: %s %.12s: %w", wire.ErrFile, f.Name, f.SHA256, err)
	}
	return path, nil
}

// fetch reads the file from the server and writes it to w.
func (c *cache) fetch(ctx context.Context, owner string, f farm.File, w io.Writer) error {
	sum := digest.New()
	for i := int64(0); i*wire.PieceSize < f.Size; i++ {
		m, err := c.client.Last(ctx, wire.PieceSubject(owner, f.SHA256, i))
		switch {
		case err != nil:
			return err
		case m == nil:
			return fmt.Errorf("the server does not have piece %d", i)
		}
		if _, err := io.MultiWriter(sum, w).Write(m.Data); err != nil {
			return err
		}
	}
	if got := sum.String(); got != f.SHA256 {
		return fmt.Errorf("the server's file has SHA-256 %.12s", got)
	}
	return nil
}

// files returns the function with which the doers of a job find the job's files.
func (c *cache) files(j *wire.Job) farm.Files {
	return func(ctx context.Context, sha256 string) (string, error) {
		for _, f := range j.Description.Files {
			if f.SHA256 == sha256 {
				return c.find(ctx, j.Owner, f)
			}
		}
		return "", fmt.Errorf("the job does not name the file %.12s", sha256)
	}
}
