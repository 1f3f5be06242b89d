package foreign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gammonlab/internal/floats"
	"gammonlab/internal/safetensors"
)

// maxSize is the maximal size of files in bytes.
const maxSize = 1 << 30

// Extensions of the files that [Load] supports.
const (
	extSafetensors = ".safetensors"
	extNPZ         = ".npz"
	extONNX        = ".onnx"
)

// Load reads the net in a file; the extension determines the format:
// .safetensors, .npz or .onnx. Errors name the file.
func Load(path string) (*Net, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(data) > maxSize {
		err = fmt.Errorf("larger than %d bytes", maxSize)
	}
	var n *Net
	if err == nil {
		n, err = decode(filepath.Ext(path), data)
	}
	if errors.As(err, new(*otherShape)) {
		return nil, fmt.Errorf("%s: %w; %s", path, err, hint(path))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return n, nil
}

// decode decodes a net in a format.
func decode(ext string, file []byte) (*Net, error) {
	switch ext {
	case extSafetensors:
		return decodeSafetensors(file)
	case extNPZ:
		tensors, err := decodeNPZ(file)
		if err != nil {
			return nil, err
		}
		return fromTensors("NumPy archive", tensors, nil)
	case extONNX:
		return decodeONNX(file)
	}
	hint := ""
	if ext == ".pt" || ext == ".pth" || bytes.HasPrefix(file, []byte("\x80\x02")) {
		hint = "; PyTorch writes these: safetensors.torch.save_file(net.state_dict(), FILE), or torch.onnx.export"
	}
	return nil, fmt.Errorf("extension %q, want %s, %s or %s%s", ext, extSafetensors, extNPZ, extONNX, hint)
}

// decodeSafetensors decodes a file of parameters.
func decodeSafetensors(file []byte) (*Net, error) {
	tensors, metadata, err := safetensors.Decode(file, floats.F64, floats.F16, floats.BF16)
	if err != nil {
		return nil, err
	}
	if metadata["format"] == "gammonlab-model" {
		return nil, fmt.Errorf("this is a model already: nothing to import")
	}
	return fromTensors("safetensors", tensors, metadata)
}
