// node_modules/es-toolkit/dist/predicate/isPlainObject.mjs
/**
* Checks if a given value is a plain object.
*
* @param value - The value to check.
* @returns True if the value is a plain object, otherwise false.
*
* @example
* ```typescript
* // ✅👇 True
*
* isPlainObject({ });                       // ✅
* isPlainObject({ key: 'value' });          // ✅
* isPlainObject({ key: new Date() });       // ✅
* isPlainObject(new Object());              // ✅
* isPlainObject(Object.create(null));       // ✅
* isPlainObject({ nested: { key: true} });  // ✅
* isPlainObject(new Proxy({}, {}));         // ✅
* isPlainObject({ [Symbol('tag')]: 'A' });  // ✅
*
* // ✅👇 (cross-realms, node context, workers, ...)
* const runInNewContext = await import('node:vm').then(
*     (mod) => mod.runInNewContext
* );
* isPlainObject(runInNewContext('({})'));   // ✅
*
* // ❌👇 False
*
* class Test { };
* isPlainObject(new Test())           // ❌
* isPlainObject(10);                  // ❌
* isPlainObject(null);                // ❌
* isPlainObject('hello');             // ❌
* isPlainObject([]);                  // ❌
* isPlainObject(new Date());          // ❌
* isPlainObject(new Uint8Array([1])); // ❌
* isPlainObject(Buffer.from('ABC'));  // ❌
* isPlainObject(Promise.resolve({})); // ❌
* isPlainObject(Object.create({}));   // ❌
* isPlainObject(new (class Cls {}));  // ❌
* isPlainObject(globalThis);          // ❌,
* ```
*/
function isPlainObject(value) {
	if (!value || typeof value !== "object") return false;
	const proto = Object.getPrototypeOf(value);
	if (!(proto === null || proto === Object.prototype || Object.getPrototypeOf(proto) === null)) return false;
	return Object.prototype.toString.call(value) === "[object Object]";
}
// node_modules/mutative/dist/mutative.esm.mjs
const Operation = {
	Remove: "remove",
	Replace: "replace",
	Add: "add"
};
const PROXY_DRAFT = Symbol.for("__MUTATIVE_PROXY_DRAFT__");
const RAW_RETURN_SYMBOL = Symbol("__MUTATIVE_RAW_RETURN_SYMBOL__");
const iteratorSymbol = Symbol.iterator;
const dataTypes = {
	mutable: "mutable",
	immutable: "immutable"
};
const internal = {};
function has(target, key) {
	return target instanceof Map ? target.has(key) : Object.prototype.hasOwnProperty.call(target, key);
}
function getDescriptor(target, key) {
	if (key in target) {
		let prototype = Reflect.getPrototypeOf(target);
		while (prototype) {
			const descriptor = Reflect.getOwnPropertyDescriptor(prototype, key);
			if (descriptor) return descriptor;
			prototype = Reflect.getPrototypeOf(prototype);
		}
	}
}
function isBaseSetInstance(obj) {
	return Object.getPrototypeOf(obj) === Set.prototype;
}
function isBaseMapInstance(obj) {
	return Object.getPrototypeOf(obj) === Map.prototype;
}
function latest(proxyDraft) {
	var _a;
	return (_a = proxyDraft.copy) !== null && _a !== void 0 ? _a : proxyDraft.original;
}
/**
* Check if the value is a draft
*/
function isDraft(target) {
	return !!getProxyDraft(target);
}
function getProxyDraft(value) {
	if (typeof value !== "object") return null;
	return value === null || value === void 0 ? void 0 : value[PROXY_DRAFT];
}
function getValue(value) {
	var _a;
	const proxyDraft = getProxyDraft(value);
	return proxyDraft ? (_a = proxyDraft.copy) !== null && _a !== void 0 ? _a : proxyDraft.original : value;
}
/**
* Check if a value is draftable
*/
function isDraftable(value, options) {
	if (!value || typeof value !== "object") return false;
	let markResult;
	return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value) || value instanceof Map || value instanceof Set || !!(options === null || options === void 0 ? void 0 : options.mark) && ((markResult = options.mark(value, dataTypes)) === dataTypes.immutable || typeof markResult === "function");
}
function getPath(target, path = []) {
	if (Object.hasOwnProperty.call(target, "key")) {
		const parentCopy = target.parent.copy;
		const proxyDraft = getProxyDraft(get(parentCopy, target.key));
		if (proxyDraft !== null && (proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.original) !== target.original) return null;
		const isSet = target.parent.type === 3;
		const key = isSet ? Array.from(target.parent.setMap.keys()).indexOf(target.key) : target.key;
		if (!(isSet && parentCopy.size > key || has(parentCopy, key))) return null;
		path.push(key);
	}
	if (target.parent) return getPath(target.parent, path);
	path.reverse();
	try {
		resolvePath(target.copy, path);
	} catch (e) {
		return null;
	}
	return path;
}
function getType(target) {
	if (Array.isArray(target)) return 1;
	if (target instanceof Map) return 2;
	if (target instanceof Set) return 3;
	return 0;
}
function get(target, key) {
	return getType(target) === 2 ? target.get(key) : target[key];
}
function set(target, key, value) {
	if (getType(target) === 2) target.set(key, value);
	else target[key] = value;
}
function peek(target, key) {
	const state = getProxyDraft(target);
	return (state ? latest(state) : target)[key];
}
function isEqual(x, y) {
	if (x === y) return x !== 0 || 1 / x === 1 / y;
	else return x !== x && y !== y;
}
function revokeProxy(proxyDraft) {
	if (!proxyDraft) return;
	while (proxyDraft.finalities.revoke.length > 0) proxyDraft.finalities.revoke.pop()();
}
function escapePath(path, pathAsArray) {
	return pathAsArray ? path : [""].concat(path).map((_item) => {
		const item = `${_item}`;
		if (item.indexOf("/") === -1 && item.indexOf("~") === -1) return item;
		return item.replace(/~/g, "~0").replace(/\//g, "~1");
	}).join("/");
}
function resolvePath(base, path) {
	for (let index = 0; index < path.length - 1; index += 1) {
		const key = path[index];
		base = get(getType(base) === 3 ? Array.from(base) : base, key);
		if (typeof base !== "object") throw new Error(`Cannot resolve patch at '${path.join("/")}'.`);
	}
	return base;
}
function strictCopy(target) {
	const copy = Object.create(Object.getPrototypeOf(target));
	Reflect.ownKeys(target).forEach((key) => {
		let desc = Reflect.getOwnPropertyDescriptor(target, key);
		if (desc.enumerable && desc.configurable && desc.writable) {
			copy[key] = target[key];
			return;
		}
		if (!desc.writable) {
			desc.writable = true;
			desc.configurable = true;
		}
		if (desc.get || desc.set) desc = {
			configurable: true,
			writable: true,
			enumerable: desc.enumerable,
			value: target[key]
		};
		Reflect.defineProperty(copy, key, desc);
	});
	return copy;
}
const propIsEnum = Object.prototype.propertyIsEnumerable;
function shallowCopy(original, options) {
	let markResult;
	if (Array.isArray(original)) return Array.prototype.concat.call(original);
	else if (original instanceof Set) {
		if (!isBaseSetInstance(original)) {
			const SubClass = Object.getPrototypeOf(original).constructor;
			return new SubClass(original.values());
		}
		return Set.prototype.difference ? Set.prototype.difference.call(original, /* @__PURE__ */ new Set()) : new Set(original.values());
	} else if (original instanceof Map) {
		if (!isBaseMapInstance(original)) {
			const SubClass = Object.getPrototypeOf(original).constructor;
			return new SubClass(original);
		}
		return new Map(original);
	} else if ((options === null || options === void 0 ? void 0 : options.mark) && (markResult = options.mark(original, dataTypes), markResult !== void 0) && markResult !== dataTypes.mutable) {
		if (markResult === dataTypes.immutable) return strictCopy(original);
		else if (typeof markResult === "function") {
			if (options.enablePatches || options.enableAutoFreeze) throw new Error(`You can't use mark and patches or auto freeze together.`);
			return markResult();
		}
		throw new Error(`Unsupported mark result: ${markResult}`);
	} else if (typeof original === "object" && Object.getPrototypeOf(original) === Object.prototype) {
		const copy = {};
		Object.keys(original).forEach((key) => {
			copy[key] = original[key];
		});
		Object.getOwnPropertySymbols(original).forEach((key) => {
			if (propIsEnum.call(original, key)) copy[key] = original[key];
		});
		return copy;
	} else throw new Error(`Please check mark() to ensure that it is a stable marker draftable function.`);
}
function ensureShallowCopy(target) {
	if (target.copy) return;
	target.copy = shallowCopy(target.original, target.options);
}
function deepClone(target) {
	if (!isDraftable(target)) return getValue(target);
	if (Array.isArray(target)) return target.map(deepClone);
	if (target instanceof Map) {
		const iterable = Array.from(target.entries()).map(([k, v]) => [k, deepClone(v)]);
		if (!isBaseMapInstance(target)) {
			const SubClass = Object.getPrototypeOf(target).constructor;
			return new SubClass(iterable);
		}
		return new Map(iterable);
	}
	if (target instanceof Set) {
		const iterable = Array.from(target).map(deepClone);
		if (!isBaseSetInstance(target)) {
			const SubClass = Object.getPrototypeOf(target).constructor;
			return new SubClass(iterable);
		}
		return new Set(iterable);
	}
	const copy = Object.create(Object.getPrototypeOf(target));
	for (const key in target) copy[key] = deepClone(target[key]);
	return copy;
}
function cloneIfNeeded(target) {
	return isDraft(target) ? deepClone(target) : target;
}
function markChanged(proxyDraft) {
	var _a;
	proxyDraft.assignedMap = (_a = proxyDraft.assignedMap) !== null && _a !== void 0 ? _a : /* @__PURE__ */ new Map();
	if (!proxyDraft.operated) {
		proxyDraft.operated = true;
		if (proxyDraft.parent) markChanged(proxyDraft.parent);
	}
}
function throwFrozenError() {
	throw new Error("Cannot modify frozen object");
}
function deepFreeze(target, subKey, updatedValues, stack, keys) {
	{
		updatedValues = updatedValues !== null && updatedValues !== void 0 ? updatedValues : /* @__PURE__ */ new WeakMap();
		stack = stack !== null && stack !== void 0 ? stack : [];
		keys = keys !== null && keys !== void 0 ? keys : [];
		const value = updatedValues.has(target) ? updatedValues.get(target) : target;
		if (stack.length > 0) {
			const index = stack.indexOf(value);
			if (value && typeof value === "object" && index !== -1) {
				if (stack[0] === value) throw new Error(`Forbids circular reference`);
				throw new Error(`Forbids circular reference: ~/${keys.slice(0, index).map((key, index) => {
					if (typeof key === "symbol") return `[${key.toString()}]`;
					const parent = stack[index];
					if (typeof key === "object" && (parent instanceof Map || parent instanceof Set)) return Array.from(parent.keys()).indexOf(key);
					return key;
				}).join("/")}`);
			}
			stack.push(value);
			keys.push(subKey);
		} else stack.push(value);
	}
	if (Object.isFrozen(target) || isDraft(target)) {
		stack.pop();
		keys.pop();
		return;
	}
	switch (getType(target)) {
		case 2:
			for (const [key, value] of target) {
				deepFreeze(key, key, updatedValues, stack, keys);
				deepFreeze(value, key, updatedValues, stack, keys);
			}
			target.set = target.clear = target.delete = throwFrozenError;
			break;
		case 3:
			for (const value of target) deepFreeze(value, value, updatedValues, stack, keys);
			target.add = target.clear = target.delete = throwFrozenError;
			break;
		case 1:
			Object.freeze(target);
			let index = 0;
			for (const value of target) {
				deepFreeze(value, index, updatedValues, stack, keys);
				index += 1;
			}
			break;
		default:
			Object.freeze(target);
			Object.keys(target).forEach((name) => {
				const value = target[name];
				deepFreeze(value, name, updatedValues, stack, keys);
			});
	}
	stack.pop();
	keys.pop();
}
function forEach(target, iter) {
	const type = getType(target);
	if (type === 0) Reflect.ownKeys(target).forEach((key) => {
		iter(key, target[key], target);
	});
	else if (type === 1) {
		let index = 0;
		for (const entry of target) {
			iter(index, entry, target);
			index += 1;
		}
	} else target.forEach((entry, index) => iter(index, entry, target));
}
function handleValue(target, handledSet, options) {
	if (isDraft(target) || !isDraftable(target, options) || handledSet.has(target) || Object.isFrozen(target)) return;
	const isSet = target instanceof Set;
	const setMap = isSet ? /* @__PURE__ */ new Map() : void 0;
	handledSet.add(target);
	forEach(target, (key, value) => {
		var _a;
		if (isDraft(value)) {
			const proxyDraft = getProxyDraft(value);
			ensureShallowCopy(proxyDraft);
			const updatedValue = ((_a = proxyDraft.assignedMap) === null || _a === void 0 ? void 0 : _a.size) || proxyDraft.operated ? proxyDraft.copy : proxyDraft.original;
			set(isSet ? setMap : target, key, updatedValue);
		} else handleValue(value, handledSet, options);
	});
	if (setMap) {
		const set = target;
		const values = Array.from(set);
		set.clear();
		values.forEach((value) => {
			set.add(setMap.has(value) ? setMap.get(value) : value);
		});
	}
}
function finalizeAssigned(proxyDraft, key) {
	const copy = proxyDraft.type === 3 ? proxyDraft.setMap : proxyDraft.copy;
	if (proxyDraft.finalities.revoke.length > 1 && proxyDraft.assignedMap.get(key) && copy) handleValue(get(copy, key), proxyDraft.finalities.handledSet, proxyDraft.options);
}
function finalizeSetValue(target) {
	if (target.type === 3 && target.copy) {
		target.copy.clear();
		target.setMap.forEach((value) => {
			target.copy.add(getValue(value));
		});
	}
}
function finalizePatches(target, generatePatches, patches, inversePatches) {
	if (target.operated && target.assignedMap && target.assignedMap.size > 0 && !target.finalized) {
		if (patches && inversePatches) {
			const basePath = getPath(target);
			if (basePath) generatePatches(target, basePath, patches, inversePatches);
		}
		target.finalized = true;
	}
}
function markFinalization(target, key, value, generatePatches) {
	const proxyDraft = getProxyDraft(value);
	if (proxyDraft) {
		if (!proxyDraft.callbacks) proxyDraft.callbacks = [];
		proxyDraft.callbacks.push((patches, inversePatches) => {
			var _a;
			const copy = target.type === 3 ? target.setMap : target.copy;
			if (isEqual(get(copy, key), value)) {
				let updatedValue = proxyDraft.original;
				if (proxyDraft.copy) updatedValue = proxyDraft.copy;
				finalizeSetValue(target);
				finalizePatches(target, generatePatches, patches, inversePatches);
				if (target.options.enableAutoFreeze) {
					target.options.updatedValues = (_a = target.options.updatedValues) !== null && _a !== void 0 ? _a : /* @__PURE__ */ new WeakMap();
					target.options.updatedValues.set(updatedValue, proxyDraft.original);
				}
				set(copy, key, updatedValue);
			}
		});
		if (target.options.enableAutoFreeze) {
			if (proxyDraft.finalities !== target.finalities) target.options.enableAutoFreeze = false;
		}
	}
	if (isDraftable(value, target.options)) target.finalities.draft.push(() => {
		if (isEqual(get(target.type === 3 ? target.setMap : target.copy, key), value)) finalizeAssigned(target, key);
	});
}
function generateArrayPatches(proxyState, basePath, patches, inversePatches, pathAsArray) {
	let { original, assignedMap, options } = proxyState;
	let copy = proxyState.copy;
	if (copy.length < original.length) {
		[original, copy] = [copy, original];
		[patches, inversePatches] = [inversePatches, patches];
	}
	for (let index = 0; index < original.length; index += 1) if (assignedMap.get(index.toString()) && copy[index] !== original[index]) {
		const path = escapePath(basePath.concat([index]), pathAsArray);
		patches.push({
			op: Operation.Replace,
			path,
			value: cloneIfNeeded(copy[index])
		});
		inversePatches.push({
			op: Operation.Replace,
			path,
			value: cloneIfNeeded(original[index])
		});
	}
	for (let index = original.length; index < copy.length; index += 1) {
		const path = escapePath(basePath.concat([index]), pathAsArray);
		patches.push({
			op: Operation.Add,
			path,
			value: cloneIfNeeded(copy[index])
		});
	}
	if (original.length < copy.length) {
		const { arrayLengthAssignment = true } = options.enablePatches;
		if (arrayLengthAssignment) {
			const path = escapePath(basePath.concat(["length"]), pathAsArray);
			inversePatches.push({
				op: Operation.Replace,
				path,
				value: original.length
			});
		} else for (let index = copy.length; original.length < index; index -= 1) {
			const path = escapePath(basePath.concat([index - 1]), pathAsArray);
			inversePatches.push({
				op: Operation.Remove,
				path
			});
		}
	}
}
function generatePatchesFromAssigned({ original, copy, assignedMap }, basePath, patches, inversePatches, pathAsArray) {
	assignedMap.forEach((assignedValue, key) => {
		const originalValue = get(original, key);
		const value = cloneIfNeeded(get(copy, key));
		const op = !assignedValue ? Operation.Remove : has(original, key) ? Operation.Replace : Operation.Add;
		if (isEqual(originalValue, value) && op === Operation.Replace) return;
		const path = escapePath(basePath.concat(key), pathAsArray);
		patches.push(op === Operation.Remove ? {
			op,
			path
		} : {
			op,
			path,
			value
		});
		inversePatches.push(op === Operation.Add ? {
			op: Operation.Remove,
			path
		} : op === Operation.Remove ? {
			op: Operation.Add,
			path,
			value: originalValue
		} : {
			op: Operation.Replace,
			path,
			value: originalValue
		});
	});
}
function generateSetPatches({ original, copy }, basePath, patches, inversePatches, pathAsArray) {
	let index = 0;
	original.forEach((value) => {
		if (!copy.has(value)) {
			const path = escapePath(basePath.concat([index]), pathAsArray);
			patches.push({
				op: Operation.Remove,
				path,
				value
			});
			inversePatches.unshift({
				op: Operation.Add,
				path,
				value
			});
		}
		index += 1;
	});
	index = 0;
	copy.forEach((value) => {
		if (!original.has(value)) {
			const path = escapePath(basePath.concat([index]), pathAsArray);
			patches.push({
				op: Operation.Add,
				path,
				value
			});
			inversePatches.unshift({
				op: Operation.Remove,
				path,
				value
			});
		}
		index += 1;
	});
}
function generatePatches(proxyState, basePath, patches, inversePatches) {
	const { pathAsArray = true } = proxyState.options.enablePatches;
	switch (proxyState.type) {
		case 0:
		case 2: return generatePatchesFromAssigned(proxyState, basePath, patches, inversePatches, pathAsArray);
		case 1: return generateArrayPatches(proxyState, basePath, patches, inversePatches, pathAsArray);
		case 3: return generateSetPatches(proxyState, basePath, patches, inversePatches, pathAsArray);
	}
}
const checkReadable = (value, options, ignoreCheckDraftable = false) => {
	if (typeof value === "object" && value !== null && (!isDraftable(value, options) || ignoreCheckDraftable) && true) throw new Error(`Strict mode: Mutable data cannot be accessed directly, please use 'unsafe(callback)' wrap.`);
};
const mapHandler = {
	get size() {
		return latest(getProxyDraft(this)).size;
	},
	has(key) {
		return latest(getProxyDraft(this)).has(key);
	},
	set(key, value) {
		const target = getProxyDraft(this);
		const source = latest(target);
		if (!source.has(key) || !isEqual(source.get(key), value)) {
			ensureShallowCopy(target);
			markChanged(target);
			target.assignedMap.set(key, true);
			target.copy.set(key, value);
			markFinalization(target, key, value, generatePatches);
		}
		return this;
	},
	delete(key) {
		if (!this.has(key)) return false;
		const target = getProxyDraft(this);
		ensureShallowCopy(target);
		markChanged(target);
		if (target.original.has(key)) target.assignedMap.set(key, false);
		else target.assignedMap.delete(key);
		target.copy.delete(key);
		return true;
	},
	clear() {
		const target = getProxyDraft(this);
		if (!this.size) return;
		ensureShallowCopy(target);
		markChanged(target);
		target.assignedMap = /* @__PURE__ */ new Map();
		for (const [key] of target.original) target.assignedMap.set(key, false);
		target.copy.clear();
	},
	forEach(callback, thisArg) {
		latest(getProxyDraft(this)).forEach((_value, _key) => {
			callback.call(thisArg, this.get(_key), _key, this);
		});
	},
	get(key) {
		var _a, _b;
		const target = getProxyDraft(this);
		const value = latest(target).get(key);
		const mutable = ((_b = (_a = target.options).mark) === null || _b === void 0 ? void 0 : _b.call(_a, value, dataTypes)) === dataTypes.mutable;
		if (target.options.strict) checkReadable(value, target.options, mutable);
		if (mutable) return value;
		if (target.finalized || !isDraftable(value, target.options)) return value;
		if (value !== target.original.get(key)) return value;
		const draft = internal.createDraft({
			original: value,
			parentDraft: target,
			key,
			finalities: target.finalities,
			options: target.options
		});
		ensureShallowCopy(target);
		target.copy.set(key, draft);
		return draft;
	},
	keys() {
		return latest(getProxyDraft(this)).keys();
	},
	values() {
		const iterator = this.keys();
		return {
			[iteratorSymbol]: () => this.values(),
			next: () => {
				const result = iterator.next();
				if (result.done) return result;
				return {
					done: false,
					value: this.get(result.value)
				};
			}
		};
	},
	entries() {
		const iterator = this.keys();
		return {
			[iteratorSymbol]: () => this.entries(),
			next: () => {
				const result = iterator.next();
				if (result.done) return result;
				const value = this.get(result.value);
				return {
					done: false,
					value: [result.value, value]
				};
			}
		};
	},
	[iteratorSymbol]() {
		return this.entries();
	}
};
const mapHandlerKeys = Reflect.ownKeys(mapHandler);
const getNextIterator = (target, iterator, { isValuesIterator }) => () => {
	var _a, _b;
	const result = iterator.next();
	if (result.done) return result;
	const key = result.value;
	let value = target.setMap.get(key);
	const currentDraft = getProxyDraft(value);
	const mutable = ((_b = (_a = target.options).mark) === null || _b === void 0 ? void 0 : _b.call(_a, value, dataTypes)) === dataTypes.mutable;
	if (target.options.strict) checkReadable(key, target.options, mutable);
	if (!mutable && !currentDraft && isDraftable(key, target.options) && !target.finalized && target.original.has(key)) {
		const proxy = internal.createDraft({
			original: key,
			parentDraft: target,
			key,
			finalities: target.finalities,
			options: target.options
		});
		target.setMap.set(key, proxy);
		value = proxy;
	} else if (currentDraft) value = currentDraft.proxy;
	return {
		done: false,
		value: isValuesIterator ? value : [value, value]
	};
};
const setHandler = {
	get size() {
		return getProxyDraft(this).setMap.size;
	},
	has(value) {
		const target = getProxyDraft(this);
		if (target.setMap.has(value)) return true;
		ensureShallowCopy(target);
		const valueProxyDraft = getProxyDraft(value);
		if (valueProxyDraft && target.setMap.has(valueProxyDraft.original)) return true;
		return false;
	},
	add(value) {
		const target = getProxyDraft(this);
		if (!this.has(value)) {
			ensureShallowCopy(target);
			markChanged(target);
			target.assignedMap.set(value, true);
			target.setMap.set(value, value);
			markFinalization(target, value, value, generatePatches);
		}
		return this;
	},
	delete(value) {
		if (!this.has(value)) return false;
		const target = getProxyDraft(this);
		ensureShallowCopy(target);
		markChanged(target);
		const valueProxyDraft = getProxyDraft(value);
		if (valueProxyDraft && target.setMap.has(valueProxyDraft.original)) {
			target.assignedMap.set(valueProxyDraft.original, false);
			return target.setMap.delete(valueProxyDraft.original);
		}
		if (!valueProxyDraft && target.setMap.has(value)) target.assignedMap.set(value, false);
		else target.assignedMap.delete(value);
		return target.setMap.delete(value);
	},
	clear() {
		if (!this.size) return;
		const target = getProxyDraft(this);
		ensureShallowCopy(target);
		markChanged(target);
		for (const value of target.original) target.assignedMap.set(value, false);
		target.setMap.clear();
	},
	values() {
		const target = getProxyDraft(this);
		ensureShallowCopy(target);
		const iterator = target.setMap.keys();
		return {
			[Symbol.iterator]: () => this.values(),
			next: getNextIterator(target, iterator, { isValuesIterator: true })
		};
	},
	entries() {
		const target = getProxyDraft(this);
		ensureShallowCopy(target);
		const iterator = target.setMap.keys();
		return {
			[Symbol.iterator]: () => this.entries(),
			next: getNextIterator(target, iterator, { isValuesIterator: false })
		};
	},
	keys() {
		return this.values();
	},
	[iteratorSymbol]() {
		return this.values();
	},
	forEach(callback, thisArg) {
		const iterator = this.values();
		let result = iterator.next();
		while (!result.done) {
			callback.call(thisArg, result.value, result.value, this);
			result = iterator.next();
		}
	}
};
if (Set.prototype.difference) Object.assign(setHandler, {
	intersection(other) {
		return Set.prototype.intersection.call(new Set(this.values()), other);
	},
	union(other) {
		return Set.prototype.union.call(new Set(this.values()), other);
	},
	difference(other) {
		return Set.prototype.difference.call(new Set(this.values()), other);
	},
	symmetricDifference(other) {
		return Set.prototype.symmetricDifference.call(new Set(this.values()), other);
	},
	isSubsetOf(other) {
		return Set.prototype.isSubsetOf.call(new Set(this.values()), other);
	},
	isSupersetOf(other) {
		return Set.prototype.isSupersetOf.call(new Set(this.values()), other);
	},
	isDisjointFrom(other) {
		return Set.prototype.isDisjointFrom.call(new Set(this.values()), other);
	}
});
const setHandlerKeys = Reflect.ownKeys(setHandler);
const proxyHandler = {
	get(target, key, receiver) {
		var _a, _b;
		const copy = (_a = target.copy) === null || _a === void 0 ? void 0 : _a[key];
		if (copy && target.finalities.draftsCache.has(copy)) return copy;
		if (key === PROXY_DRAFT) return target;
		let markResult;
		if (target.options.mark) {
			const value = key === "size" && (target.original instanceof Map || target.original instanceof Set) ? Reflect.get(target.original, key) : Reflect.get(target.original, key, receiver);
			markResult = target.options.mark(value, dataTypes);
			if (markResult === dataTypes.mutable) {
				if (target.options.strict) checkReadable(value, target.options, true);
				return value;
			}
		}
		const source = latest(target);
		if (source instanceof Map && mapHandlerKeys.includes(key)) {
			if (key === "size") return Object.getOwnPropertyDescriptor(mapHandler, "size").get.call(target.proxy);
			return mapHandler[key].bind(target.proxy);
		}
		if (source instanceof Set && setHandlerKeys.includes(key)) {
			if (key === "size") return Object.getOwnPropertyDescriptor(setHandler, "size").get.call(target.proxy);
			return setHandler[key].bind(target.proxy);
		}
		if (!has(source, key)) {
			const desc = getDescriptor(source, key);
			return desc ? `value` in desc ? desc.value : (_b = desc.get) === null || _b === void 0 ? void 0 : _b.call(target.proxy) : void 0;
		}
		const value = source[key];
		if (target.options.strict) checkReadable(value, target.options);
		if (target.finalized || !isDraftable(value, target.options)) return value;
		if (value === peek(target.original, key)) {
			ensureShallowCopy(target);
			target.copy[key] = createDraft({
				original: target.original[key],
				parentDraft: target,
				key: target.type === 1 ? Number(key) : key,
				finalities: target.finalities,
				options: target.options
			});
			if (typeof markResult === "function") {
				const subProxyDraft = getProxyDraft(target.copy[key]);
				ensureShallowCopy(subProxyDraft);
				markChanged(subProxyDraft);
				return subProxyDraft.copy;
			}
			return target.copy[key];
		}
		if (isDraft(value)) target.finalities.draftsCache.add(value);
		return value;
	},
	set(target, key, value) {
		var _a;
		if (target.type === 3 || target.type === 2) throw new Error(`Map/Set draft does not support any property assignment.`);
		let _key;
		if (target.type === 1 && key !== "length" && !(Number.isInteger(_key = Number(key)) && _key >= 0 && (key === 0 || _key === 0 || String(_key) === String(key)))) throw new Error(`Only supports setting array indices and the 'length' property.`);
		const desc = getDescriptor(latest(target), key);
		if (desc === null || desc === void 0 ? void 0 : desc.set) {
			desc.set.call(target.proxy, value);
			return true;
		}
		const current = peek(latest(target), key);
		const currentProxyDraft = getProxyDraft(current);
		if (currentProxyDraft && isEqual(currentProxyDraft.original, value)) {
			target.copy[key] = value;
			target.assignedMap = (_a = target.assignedMap) !== null && _a !== void 0 ? _a : /* @__PURE__ */ new Map();
			target.assignedMap.set(key, false);
			return true;
		}
		if (isEqual(value, current) && (value !== void 0 || has(target.original, key))) return true;
		ensureShallowCopy(target);
		markChanged(target);
		if (has(target.original, key) && isEqual(value, target.original[key])) target.assignedMap.delete(key);
		else target.assignedMap.set(key, true);
		target.copy[key] = value;
		markFinalization(target, key, value, generatePatches);
		return true;
	},
	has(target, key) {
		return key in latest(target);
	},
	ownKeys(target) {
		return Reflect.ownKeys(latest(target));
	},
	getOwnPropertyDescriptor(target, key) {
		const source = latest(target);
		const descriptor = Reflect.getOwnPropertyDescriptor(source, key);
		if (!descriptor) return descriptor;
		return {
			writable: true,
			configurable: target.type !== 1 || key !== "length",
			enumerable: descriptor.enumerable,
			value: source[key]
		};
	},
	getPrototypeOf(target) {
		return Reflect.getPrototypeOf(target.original);
	},
	setPrototypeOf() {
		throw new Error(`Cannot call 'setPrototypeOf()' on drafts`);
	},
	defineProperty() {
		throw new Error(`Cannot call 'defineProperty()' on drafts`);
	},
	deleteProperty(target, key) {
		var _a;
		if (target.type === 1) return proxyHandler.set.call(this, target, key, void 0, target.proxy);
		if (peek(target.original, key) !== void 0 || key in target.original) {
			ensureShallowCopy(target);
			markChanged(target);
			target.assignedMap.set(key, false);
		} else {
			target.assignedMap = (_a = target.assignedMap) !== null && _a !== void 0 ? _a : /* @__PURE__ */ new Map();
			target.assignedMap.delete(key);
		}
		if (target.copy) delete target.copy[key];
		return true;
	}
};
function createDraft(createDraftOptions) {
	const { original, parentDraft, key, finalities, options } = createDraftOptions;
	const type = getType(original);
	const proxyDraft = {
		type,
		finalized: false,
		parent: parentDraft,
		original,
		copy: null,
		proxy: null,
		finalities,
		options,
		setMap: type === 3 ? new Map(original.entries()) : void 0
	};
	if (key || "key" in createDraftOptions) proxyDraft.key = key;
	const { proxy, revoke } = Proxy.revocable(type === 1 ? Object.assign([], proxyDraft) : proxyDraft, proxyHandler);
	finalities.revoke.push(revoke);
	proxyDraft.proxy = proxy;
	if (parentDraft) {
		const target = parentDraft;
		target.finalities.draft.push((patches, inversePatches) => {
			var _a, _b;
			const oldProxyDraft = getProxyDraft(proxy);
			let copy = target.type === 3 ? target.setMap : target.copy;
			const draft = get(copy, key);
			const proxyDraft = getProxyDraft(draft);
			if (proxyDraft) {
				let updatedValue = proxyDraft.original;
				if (proxyDraft.operated) updatedValue = getValue(draft);
				finalizeSetValue(proxyDraft);
				finalizePatches(proxyDraft, generatePatches, patches, inversePatches);
				if (target.options.enableAutoFreeze) {
					target.options.updatedValues = (_a = target.options.updatedValues) !== null && _a !== void 0 ? _a : /* @__PURE__ */ new WeakMap();
					target.options.updatedValues.set(updatedValue, proxyDraft.original);
				}
				set(copy, key, updatedValue);
			}
			(_b = oldProxyDraft.callbacks) === null || _b === void 0 || _b.forEach((callback) => {
				callback(patches, inversePatches);
			});
		});
	} else {
		const target = getProxyDraft(proxy);
		target.finalities.draft.push((patches, inversePatches) => {
			finalizeSetValue(target);
			finalizePatches(target, generatePatches, patches, inversePatches);
		});
	}
	return proxy;
}
internal.createDraft = createDraft;
function finalizeDraft(result, returnedValue, patches, inversePatches, enableAutoFreeze) {
	var _a;
	const proxyDraft = getProxyDraft(result);
	const original = (_a = proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.original) !== null && _a !== void 0 ? _a : result;
	const hasReturnedValue = !!returnedValue.length;
	if (proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.operated) while (proxyDraft.finalities.draft.length > 0) proxyDraft.finalities.draft.pop()(patches, inversePatches);
	const state = hasReturnedValue ? returnedValue[0] : proxyDraft ? proxyDraft.operated ? proxyDraft.copy : proxyDraft.original : result;
	if (proxyDraft) revokeProxy(proxyDraft);
	if (enableAutoFreeze) deepFreeze(state, state, proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.options.updatedValues);
	return [
		state,
		patches && hasReturnedValue ? [{
			op: Operation.Replace,
			path: [],
			value: returnedValue[0]
		}] : patches,
		inversePatches && hasReturnedValue ? [{
			op: Operation.Replace,
			path: [],
			value: original
		}] : inversePatches
	];
}
function draftify(baseState, options) {
	var _a;
	const finalities = {
		draft: [],
		revoke: [],
		handledSet: /* @__PURE__ */ new WeakSet(),
		draftsCache: /* @__PURE__ */ new WeakSet()
	};
	let patches;
	let inversePatches;
	if (options.enablePatches) {
		patches = [];
		inversePatches = [];
	}
	const draft = ((_a = options.mark) === null || _a === void 0 ? void 0 : _a.call(options, baseState, dataTypes)) === dataTypes.mutable || !isDraftable(baseState, options) ? baseState : createDraft({
		original: baseState,
		parentDraft: null,
		finalities,
		options
	});
	return [draft, (returnedValue = []) => {
		const [finalizedState, finalizedPatches, finalizedInversePatches] = finalizeDraft(draft, returnedValue, patches, inversePatches, options.enableAutoFreeze);
		return options.enablePatches ? [
			finalizedState,
			finalizedPatches,
			finalizedInversePatches
		] : finalizedState;
	}];
}
function handleReturnValue(options) {
	const { rootDraft, value, useRawReturn = false, isRoot = true } = options;
	forEach(value, (key, item, source) => {
		const proxyDraft = getProxyDraft(item);
		if (proxyDraft && rootDraft && proxyDraft.finalities === rootDraft.finalities) {
			options.isContainDraft = true;
			const currentValue = proxyDraft.original;
			if (source instanceof Set) {
				const arr = Array.from(source);
				source.clear();
				arr.forEach((_item) => source.add(key === _item ? currentValue : _item));
			} else set(source, key, currentValue);
		} else if (typeof item === "object" && item !== null) {
			options.value = item;
			options.isRoot = false;
			handleReturnValue(options);
		}
	});
	if (isRoot) {
		if (!options.isContainDraft) console.warn(`The return value does not contain any draft, please use 'rawReturn()' to wrap the return value to improve performance.`);
		if (useRawReturn) console.warn(`The return value contains drafts, please don't use 'rawReturn()' to wrap the return value.`);
	}
}
function getCurrent(target) {
	var _a;
	const proxyDraft = getProxyDraft(target);
	if (!isDraftable(target, proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.options)) return target;
	const type = getType(target);
	if (proxyDraft && !proxyDraft.operated) return proxyDraft.original;
	let currentValue;
	function ensureShallowCopy() {
		currentValue = type === 2 ? !isBaseMapInstance(target) ? new (Object.getPrototypeOf(target)).constructor(target) : new Map(target) : type === 3 ? Array.from(proxyDraft.setMap.values()) : shallowCopy(target, proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.options);
	}
	if (proxyDraft) {
		proxyDraft.finalized = true;
		try {
			ensureShallowCopy();
		} finally {
			proxyDraft.finalized = false;
		}
	} else currentValue = target;
	forEach(currentValue, (key, value) => {
		if (proxyDraft && isEqual(get(proxyDraft.original, key), value)) return;
		const newValue = getCurrent(value);
		if (newValue !== value) {
			if (currentValue === target) ensureShallowCopy();
			set(currentValue, key, newValue);
		}
	});
	if (type === 3) {
		const value = (_a = proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.original) !== null && _a !== void 0 ? _a : currentValue;
		return !isBaseSetInstance(value) ? new (Object.getPrototypeOf(value)).constructor(currentValue) : new Set(currentValue);
	}
	return currentValue;
}
function current(target) {
	if (!isDraft(target)) throw new Error(`current() is only used for Draft, parameter: ${target}`);
	return getCurrent(target);
}
/**
* `makeCreator(options)` to make a creator function.
*
* ## Example
*
* ```ts
* import { makeCreator } from '../index';
*
* const baseState = { foo: { bar: 'str' }, arr: [] };
* const create = makeCreator({ enableAutoFreeze: true });
* const state = create(
*   baseState,
*   (draft) => {
*     draft.foo.bar = 'str2';
*   },
* );
*
* expect(state).toEqual({ foo: { bar: 'str2' }, arr: [] });
* expect(state).not.toBe(baseState);
* expect(state.foo).not.toBe(baseState.foo);
* expect(state.arr).toBe(baseState.arr);
* expect(Object.isFrozen(state)).toBeTruthy();
* ```
*/
const makeCreator = (arg) => {
	if (arg !== void 0 && Object.prototype.toString.call(arg) !== "[object Object]") throw new Error(`Invalid options: ${String(arg)}, 'options' should be an object.`);
	return function create(arg0, arg1, arg2) {
		var _a, _b, _c;
		if (typeof arg0 === "function" && typeof arg1 !== "function") return function(base, ...args) {
			return create(base, (draft) => arg0.call(this, draft, ...args), arg1);
		};
		const base = arg0;
		const mutate = arg1;
		let options = arg2;
		if (typeof arg1 !== "function") options = arg1;
		if (options !== void 0 && Object.prototype.toString.call(options) !== "[object Object]") throw new Error(`Invalid options: ${options}, 'options' should be an object.`);
		options = Object.assign(Object.assign({}, arg), options);
		const state = isDraft(base) ? current(base) : base;
		const mark = Array.isArray(options.mark) ? ((value, types) => {
			for (const mark of options.mark) {
				if (typeof mark !== "function") throw new Error(`Invalid mark: ${mark}, 'mark' should be a function.`);
				const result = mark(value, types);
				if (result) return result;
			}
		}) : options.mark;
		const enablePatches = (_a = options.enablePatches) !== null && _a !== void 0 ? _a : false;
		const strict = (_b = options.strict) !== null && _b !== void 0 ? _b : false;
		const _options = {
			enableAutoFreeze: (_c = options.enableAutoFreeze) !== null && _c !== void 0 ? _c : false,
			mark,
			strict,
			enablePatches
		};
		if (!isDraftable(state, _options) && typeof state === "object" && state !== null) throw new Error(`Invalid base state: create() only supports plain objects, arrays, Set, Map or using mark() to mark the state as immutable.`);
		const [draft, finalize] = draftify(state, _options);
		if (typeof arg1 !== "function") {
			if (!isDraftable(state, _options)) throw new Error(`Invalid base state: create() only supports plain objects, arrays, Set, Map or using mark() to mark the state as immutable.`);
			return [draft, finalize];
		}
		let result;
		try {
			result = mutate(draft);
		} catch (error) {
			revokeProxy(getProxyDraft(draft));
			throw error;
		}
		const returnValue = (value) => {
			const proxyDraft = getProxyDraft(draft);
			if (!isDraft(value)) {
				if (value !== void 0 && !isEqual(value, draft) && (proxyDraft === null || proxyDraft === void 0 ? void 0 : proxyDraft.operated)) throw new Error(`Either the value is returned as a new non-draft value, or only the draft is modified without returning any value.`);
				const rawReturnValue = value === null || value === void 0 ? void 0 : value[RAW_RETURN_SYMBOL];
				if (rawReturnValue) {
					const _value = rawReturnValue[0];
					if (_options.strict && typeof value === "object" && value !== null) handleReturnValue({
						rootDraft: proxyDraft,
						value,
						useRawReturn: true
					});
					return finalize([_value]);
				}
				if (value !== void 0) {
					if (typeof value === "object" && value !== null) handleReturnValue({
						rootDraft: proxyDraft,
						value
					});
					return finalize([value]);
				}
			}
			if (value === draft || value === void 0) return finalize([]);
			const returnedProxyDraft = getProxyDraft(value);
			if (_options === returnedProxyDraft.options) {
				if (returnedProxyDraft.operated) throw new Error(`Cannot return a modified child draft.`);
				return finalize([current(value)]);
			}
			return finalize([value]);
		};
		if (result instanceof Promise) return result.then(returnValue, (error) => {
			revokeProxy(getProxyDraft(draft));
			throw error;
		});
		return returnValue(result);
	};
};
makeCreator();
Object.prototype.constructor.toString();
// node_modules/outvariant/lib/index.mjs
var POSITIONALS_EXP = /(%?)(%([sdijo]))/g;
function serializePositional(positional, flag) {
	switch (flag) {
		case "s": return positional;
		case "d":
		case "i": return Number(positional);
		case "j": return JSON.stringify(positional);
		case "o": {
			if (typeof positional === "string") return positional;
			const json = JSON.stringify(positional);
			if (json === "{}" || json === "[]" || /^\[object .+?\]$/.test(json)) return positional;
			return json;
		}
	}
}
function format(message, ...positionals) {
	if (positionals.length === 0) return message;
	let positionalIndex = 0;
	let formattedMessage = message.replace(POSITIONALS_EXP, (match, isEscaped, _, flag) => {
		const positional = positionals[positionalIndex];
		const value = serializePositional(positional, flag);
		if (!isEscaped) {
			positionalIndex++;
			return value;
		}
		return match;
	});
	if (positionalIndex < positionals.length) formattedMessage += ` ${positionals.slice(positionalIndex).join(" ")}`;
	formattedMessage = formattedMessage.replace(/%{2,2}/g, "%");
	return formattedMessage;
}
var STACK_FRAMES_TO_IGNORE = 2;
function cleanErrorStack(error) {
	if (!error.stack) return;
	const nextStack = error.stack.split("\n");
	nextStack.splice(1, STACK_FRAMES_TO_IGNORE);
	error.stack = nextStack.join("\n");
}
var InvariantError = class extends Error {
	constructor(message, ...positionals) {
		super(message);
		this.message = message;
		this.name = "Invariant Violation";
		this.message = format(message, ...positionals);
		cleanErrorStack(this);
	}
};
var invariant = (predicate, message, ...positionals) => {
	if (!predicate) throw new InvariantError(message, ...positionals);
};
invariant.as = (ErrorConstructor, predicate, message, ...positionals) => {
	if (!predicate) {
		const formatMessage = positionals.length === 0 ? message : format(message, ...positionals);
		let error;
		try {
			error = Reflect.construct(ErrorConstructor, [formatMessage]);
		} catch (err) {
			error = ErrorConstructor(formatMessage);
		}
		throw error;
	}
};
// node_modules/@msw/data/build/collection-CpEWi2De.mjs
/**
* Checks if the given value is a plain object.
*/
function isObject(value) {
	return isPlainObject(value);
}
var Query = class Query {
	#predicate;
	constructor(predicate) {
		this.#predicate = predicate;
	}
	test(value) {
		return !!this.#predicate?.(value);
	}
	where(condition) {
		return new Query(Query.#and(this.#predicate, Query.#normalize(condition)));
	}
	and(...conditions) {
		return new Query(Query.#and(this.#predicate, ...conditions.map(Query.#normalize)));
	}
	or(...conditions) {
		return new Query(Query.#or(this.#predicate, ...conditions.map(Query.#normalize)));
	}
	static #normalize(condition) {
		if (condition instanceof Query) return condition.#predicate;
		if (typeof condition === "function") return condition;
		if (isObject(condition)) {
			function compileCondition(condition) {
				return (record) => {
					if (Array.isArray(record)) return record.every((item) => compileCondition(condition)(item));
					return Object.entries(condition).every(([key, selector]) => {
						const actualValue = record[key];
						if (actualValue === void 0) return false;
						if (Array.isArray(actualValue)) return actualValue.every((value) => {
							return compileCondition(selector)(value);
						});
						if (isObject(actualValue)) return compileCondition(selector)(actualValue);
						if (typeof selector === "function") return selector(actualValue);
						return actualValue === selector;
					});
				};
			}
			return compileCondition(condition);
		}
		throw new TypeError("Invalid condition type");
	}
	static #and(...predicates) {
		return (value) => {
			return predicates.filter(Boolean).every((predicate) => {
				return predicate?.(value);
			});
		};
	}
	static #or(...predicates) {
		return (value) => {
			return predicates.filter(Boolean).some((predicate) => {
				return predicate?.(value);
			});
		};
	}
};
export { Query };
