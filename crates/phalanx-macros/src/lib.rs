//! The attributes of Phalanx: group_kernel, device_fn and derive(DeviceCopy).
