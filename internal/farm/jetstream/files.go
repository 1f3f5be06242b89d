package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/digest"
	"gammonlab/internal/farm"
)

// upload stores the file on the server in pieces, unless the server has the last piece.
func (c *Client) upload(ctx context.Context, f farm.File) (err error) {
	pieces := (f.Size + pieceSize - 1) / pieceSize
	if pieces == 0 {
		return fmt.Errorf("%s %.12s is empty", f.Name, f.SHA256)
	}
	if m, err := c.last(ctx, StreamFiles, pieceSubject(f.SHA256, pieces-1)); m != nil || err != nil {
		return err
	}
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	piece := make([]byte, pieceSize)
	for i := range pieces {
		n, err := io.ReadFull(content, piece)
		if err != nil && !(errors.Is(err, io.ErrUnexpectedEOF) && i == pieces-1) {
			return fmt.Errorf("%s %.12s: %w", f.Name, f.SHA256, err)
		}
		if err := c.uploadPiece(ctx, pieceSubject(f.SHA256, i), piece[:n]); err != nil {
			return fmt.Errorf("cannot put %s %.12s on the server: %w", f.Name, f.SHA256, err)
		}
	}
	return nil
}

func (c *Client) uploadPiece(ctx context.Context, subject string, piece []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 4*callTimeout)
	defer cancel()
	_, err := c.js.Publish(ctx, subject, piece, jetstream.WithExpectStream(StreamFiles))
	return c.explain(err, subject)
}

// cache is the folder of a worker's files, whose names are their SHA-256.
type cache struct {
	client *Client
	folder string
}

// find returns the path of the file. It fetches a missing or damaged file.
func (c *cache) find(ctx context.Context, f farm.File) (string, error) {
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
	err := atomicfile.Write(path, func(w io.Writer) error { return c.fetch(ctx, f, w) })
	if err != nil {
		return "", fmt.Errorf("%s %.12s: %w", f.Name, f.SHA256, err)
	}
	return path, nil
}

// fetch reads the file from the server and writes it to w.
func (c *cache) fetch(ctx context.Context, f farm.File, w io.Writer) error {
	sum := digest.New()
	for i := int64(0); i*pieceSize < f.Size; i++ {
		m, err := c.client.last(ctx, StreamFiles, pieceSubject(f.SHA256, i))
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
func (c *cache) files(d *farm.Description) farm.Files {
	return func(ctx context.Context, sha256 string) (string, error) {
		for _, f := range d.Files {
			if f.SHA256 == sha256 {
				return c.find(ctx, f)
			}
		}
		return "", fmt.Errorf("the job does not name the file %.12s", sha256)
	}
}
