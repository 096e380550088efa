"""Programs of ours that run inside the sandbox beside a model's code.

Held as texts, because nothing of this package is visible in there. None of them holds a reference
answer: results leave the sandbox and are compared outside.
"""

from __future__ import annotations

# Runs the candidate, then saves an open figure if the code only showed it.
DRAW = """
import glob, runpy, sys
runpy.run_path('candidate.py', run_name='__main__')
plt = sys.modules.get('matplotlib.pyplot')
if plt is not None and plt.get_fignums() and not glob.glob('*.png'):
    plt.gcf().savefig('figure.png')
"""

# Decodes an untrusted picture under the sandbox's limits: RGB on white, at most 1024 px.
DECODE = """
import json, warnings
from PIL import Image
Image.MAX_IMAGE_PIXELS = 16_000_000
warnings.simplefilter('error')
image = Image.open('picture', formats=['PNG', 'JPEG'])
rgba = image.convert('RGBA')
paper = Image.new('RGBA', rgba.size, (255, 255, 255, 255))
rgb = Image.alpha_composite(paper, rgba).convert('RGB')
rgb.thumbnail((1024, 1024), Image.Resampling.BOX)
open('size.json', 'w').write(json.dumps(rgb.size))
open('pixels', 'wb').write(rgb.tobytes())
"""

# Calls one function with each list of arguments; one failing call leaves the others.
CALL_CASES = """
import json, sys
sys.path.insert(0, '.')
request = json.load(open('request.json'))
import candidate
results = []
for arguments in request['arguments']:
    try:
        value = getattr(candidate, request['function'])(*arguments)
        if hasattr(value, 'tolist'):
            value = value.tolist()
        results.append({'value': json.loads(json.dumps(value, allow_nan=False))})
    except Exception as error:
        results.append({'error': f'{type(error).__name__}: {error}'[:200]})
json.dump(results, open('results.json', 'w'))
"""
